// Keys and rows.
import { targetOf } from "./dom.js";

// Keys follow what names them in data-key: in the row that has the focus, then anywhere on the page.
// What is folded away in that row follows its key too, but for what a slip of the finger must not do.
/** @type {(key: string, within: ParentNode) => Element | undefined} */
const keyed = (key, within) => {
  const named = [...within.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  /** @param {Element} one */
  const isFolded = (one) => within !== document && one.closest("details:not([open])") !== null && !one.matches(".danger");
  return named.find((one) => one.checkVisibility()) || named.find(isFolded);
};
const rows = () => [...document.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());
const rowInHand = () => document.activeElement?.closest("[data-row]") ?? null;
let rowAt = 0;
export const toRow = (index = rowAt) => {
  const all = rows();
  rowAt = Math.max(0, Math.min(index, all.length - 1));
  if (all.length) {
    all[rowAt].focus();
    all[rowAt].scrollIntoView({ block: "nearest" });
  }
};
/** @type {Record<string, number>} */
export const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
document.addEventListener("keydown", (event) => {
  const isTyping = targetOf(event).matches("input, select, textarea, [contenteditable]");
  const isChord = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== "?");
  if (isTyping || isChord) {
    return;
  }
  const row = rowInHand();
  const control = (row && keyed(event.key, row)) || keyed(event.key, document);
  // A key of a row does nothing while no row has the focus.
  if (control && (row === control.closest("[data-row]") || !control.closest("[data-row]"))) {
    event.preventDefault();
    const folded = /** @type {HTMLDetailsElement | null} */ (control.matches("label") && control.closest("details"));
    if (folded) {
      folded.open = true;
    }
    control.click();
  } else if (event.key in steps && document.querySelector("[data-row]")) {
    event.preventDefault();
    const now = row ? rows().indexOf(row) + steps[event.key] : rowAt;
    toRow(now);
  }
});
document.addEventListener("focusin", (event) => {
  const row = targetOf(event).closest("[data-row]");
  if (row) {
    rowAt = rows().indexOf(row);
  }
});

// What was unfolded stays so when the lists are renewed, and the row in hand keeps the focus.
/** @type {string[]} */
let unfolded = [];
let wasInRow = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  unfolded = [...event.detail.target.querySelectorAll("details[open][id]")].map((one) => one.id);
  const row = rowInHand();
  wasInRow = row !== null && event.detail.target.contains(row);
});

// At once, and not when all has settled: the next key may be down already.
document.addEventListener("htmx:afterSwap", () => {
  for (const id of unfolded.splice(0)) {
    const details = /** @type {HTMLDetailsElement | null} */ (document.getElementById(id));
    if (details) {
      details.open = true;
    }
  }
  if (wasInRow && !rowInHand()) {
    toRow(rowAt);
  }
  wasInRow = false;
});
