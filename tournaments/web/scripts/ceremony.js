// The ceremony of a draw.

// A draw is revealed line by line: by hand, or by itself where the address says how fast.
const PACE = 4;
let revealing = 0;
const unrevealed = () => document.querySelectorAll("[data-reveal] > li:not(.is-shown)");
const face = (list) => {
  if (!list.querySelector(".is-shown")) {
    return "opening";
  }
  return unrevealed().length ? "lines" : "closing";
};
const goOnByItself = (seconds) => {
  clearInterval(revealing);
  revealing = seconds ? setInterval(() => reveal(1), seconds * 1000) : 0;
  const pause = document.querySelector("[data-reveal-do=pause]");
  pause.setAttribute("aria-pressed", String(!seconds));
};
// How far it has come outlives a page that is loaded anew.
const reveal = (count) => {
  const list = document.querySelector("[data-reveal]");
  for (const line of [...unrevealed()].slice(0, count)) {
    line.classList.add("is-shown");
  }
  const shown = list.querySelectorAll(".is-shown");
  list.closest(".ceremony").dataset.face = face(list);
  shown[shown.length - 1]?.scrollIntoView({ block: "nearest" });
  sessionStorage.setItem(`draw ${list.dataset.draw}`, String(shown.length));
  if (!unrevealed().length) {
    goOnByItself(0);
  }
};
const REVEAL = {
  next: () => reveal(1),
  all: () => reveal(Infinity),
  pause: () => goOnByItself(revealing ? 0 : document.querySelector("[data-reveal]").dataset.seconds || PACE),
};
const startReveal = () => {
  const list = document.querySelector("[data-reveal]:not([data-started])");
  if (list) {
    list.dataset.started = "1";
    const known = Number(sessionStorage.getItem(`draw ${list.dataset.draw}`));
    goOnByItself(list.dataset.seconds);
    if (known || !list.children.length) {
      reveal(known);
    }
  }
};
document.addEventListener("DOMContentLoaded", startReveal);
document.addEventListener("htmx:afterSettle", startReveal);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-reveal-do]");
  if (button) {
    REVEAL[button.dataset.revealDo]();
  }
});
document.addEventListener("keydown", (event) => {
  const doing = { " ": "next", p: "pause", End: "all" }[event.key];
  // The space bar on a button is the button's own.
  const isButtons = event.key === " " && event.target.closest("button");
  if (doing && !isButtons && document.querySelector("[data-reveal]")) {
    event.preventDefault();
    REVEAL[doing]();
  }
});
