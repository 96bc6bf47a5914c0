// A bracket by keys: one stop of the tabulator, and arrows from match to match.
import { targetOf } from "./dom.js";

/** @typedef {InstanceType<typeof import("./canvas.js").Canvas>} Canvas */

const PAGE = 8;

/** @type {(plane: HTMLElement) => HTMLElement[]} */
const slotsOf = (plane) => [...plane.querySelectorAll("li[data-slot]")].filter((one) => one instanceof HTMLElement);
/** @type {(slot: HTMLElement) => HTMLElement | null} */
const linkOf = (slot) => slot.querySelector(".slot-box");

/**
 * The slot to which a key leads; null where there is none.
 * @param {HTMLElement} plane
 * @param {HTMLElement} slot
 * @param {string} key
 * @returns {HTMLElement | null}
 */
export const neighbour = (plane, slot, key) => {
  const all = slotsOf(plane);
  const inRound = slotsOf(/** @type {HTMLElement} */ (slot.closest("ol")));
  const at = inRound.indexOf(slot);
  const rounds = [...plane.querySelectorAll(".bracket:first-of-type .round ol")];
  switch (key) {
    case "ArrowRight":
      return all.find((one) => one.dataset.slot === slot.dataset.to) ?? null;
    case "ArrowLeft":
      return all.find((one) => one.dataset.to === slot.dataset.slot) ?? null;
    case "ArrowUp":
      return inRound[at - 1] ?? all[all.indexOf(slot) - 1] ?? null;
    case "ArrowDown":
      return inRound[at + 1] ?? all[all.indexOf(slot) + 1] ?? null;
    case "PageUp":
      return inRound[Math.max(at - PAGE, 0)];
    case "PageDown":
      return inRound[Math.min(at + PAGE, inRound.length - 1)];
    case "Home":
      return all[0] ?? null;
    case "End":
      return rounds.at(-1)?.querySelector("li") ?? null;
    default:
      return null;
  }
};

/**
 * Make one slot the stop of the tabulator.
 * @param {HTMLElement} plane
 * @param {HTMLElement | null} slot
 */
export const stopAt = (plane, slot) => {
  for (const box of plane.querySelectorAll(".slot-box")) {
    if (box instanceof HTMLElement) {
      box.tabIndex = -1;
    }
  }
  const link = slot && linkOf(slot);
  if (link) {
    link.tabIndex = 0;
  }
};

/** @type {Record<string, string>} */
const ACTS = { "+": "in", "=": "in", "-": "out", 0: "fit", f: "full", p: "pin", " ": "other" };

/**
 * Follow the keys within a bracket.
 * @param {Canvas} canvas
 */
export const enterByKeys = (canvas) => {
  canvas.plane.addEventListener("keydown", (event) => {
    const slot = targetOf(event).closest("li");
    if (!canvas.isOn || !slot || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const next = neighbour(canvas.plane, slot, event.key);
    const link = next && linkOf(next);
    if (next && link) {
      event.preventDefault();
      stopAt(canvas.plane, next);
      link.focus({ preventScroll: true });
      canvas.show(next);
    } else if (event.key in ACTS) {
      event.preventDefault();
      canvas.act(ACTS[event.key]);
    }
  });
};
