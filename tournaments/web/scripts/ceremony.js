// The ceremony of a draw.
import { part, targetOf } from "./dom.js";

// A draw is revealed line by line: by hand, or by itself where the address says how fast.
const PACE = 4;
let revealing = 0;
const unrevealed = () => document.querySelectorAll("[data-reveal] > li:not(.is-shown)");
/** @param {Element} list */
const face = (list) => {
  if (!list.querySelector(".is-shown")) {
    return "opening";
  }
  return unrevealed().length ? "lines" : "closing";
};
/** @param {number} seconds */
const goOnByItself = (seconds) => {
  clearInterval(revealing);
  revealing = seconds ? setInterval(() => reveal(1), seconds * 1000) : 0;
  part(document, "[data-reveal-do=pause]").setAttribute("aria-pressed", String(!seconds));
};
// How far it has come outlives a page that is loaded anew.
/** @param {number} count */
const reveal = (count) => {
  const list = part(document, "[data-reveal]");
  for (const line of [...unrevealed()].slice(0, count)) {
    line.classList.add("is-shown");
  }
  const shown = list.querySelectorAll(".is-shown");
  list.closest(".ceremony")?.setAttribute("data-face", face(list));
  shown[shown.length - 1]?.scrollIntoView({ block: "nearest" });
  sessionStorage.setItem(`draw ${list.dataset.draw}`, String(shown.length));
  if (!unrevealed().length) {
    goOnByItself(0);
  }
};
/** @type {Record<string, () => void>} */
const REVEAL = {
  next: () => reveal(1),
  all: () => reveal(Infinity),
  pause: () => goOnByItself(revealing ? 0 : Number(part(document, "[data-reveal]").dataset.seconds) || PACE),
};
/** @type {Record<string, string>} */
const STEPS = { " ": "next", p: "pause", End: "all" };
const startReveal = () => {
  const list = document.querySelector("[data-reveal]:not([data-started])");
  if (list) {
    list.dataset.started = "1";
    const known = Number(sessionStorage.getItem(`draw ${list.dataset.draw}`));
    goOnByItself(Number(list.dataset.seconds) || 0);
    if (known || !list.children.length) {
      reveal(known);
    }
  }
};
document.addEventListener("DOMContentLoaded", startReveal);
document.addEventListener("htmx:afterSettle", startReveal);
document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("[data-reveal-do]");
  if (button) {
    REVEAL[button.dataset.revealDo ?? ""]?.();
  }
});
document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  // The space bar on a button is the button's own; one that has just been hidden keeps the focus until the next frame.
  const isButtons = event.key === " " && targetOf(event).closest("button")?.getClientRects().length;
  if (step && !isButtons && document.querySelector("[data-reveal]")) {
    event.preventDefault();
    REVEAL[step]();
  }
});
