// Lists whose lines are ticked.
import { targetOf } from "./dom.js";

/** @returns {HTMLInputElement[]} */
const ticks = () => {
  const inputs = document.querySelectorAll('input[name="entrants"][form]');
  return [...inputs].map((one) => /** @type {HTMLInputElement} */ (one));
};
/** @type {string[]} */
let ticked = [];
let wasEverybody = false;
/** @returns {HTMLInputElement | null} */
const everybody = () => document.querySelector("input[data-everybody]");

// What is ticked stays so when the list is renewed.
document.addEventListener("htmx:beforeSwap", () => {
  ticked = ticks()
    .filter((one) => one.checked)
    .map((one) => one.value);
  wasEverybody = everybody()?.checked ?? false;
});
document.addEventListener("htmx:afterSwap", () => {
  const values = new Set(ticked.splice(0));
  for (const one of ticks()) {
    one.checked ||= values.has(one.value);
  }
  const all = everybody();
  if (all) {
    all.checked = wasEverybody;
  }
});

// "Everybody shown" ticks the lines too, so that one sees whom it means; a line that is unticked takes it back.
document.addEventListener("change", (event) => {
  const target = targetOf(event);
  const all = everybody();
  if (!(target instanceof HTMLInputElement) || !all) {
    return;
  }
  if (target === all) {
    for (const one of ticks().filter((tick) => tick.checkVisibility())) {
      one.checked = all.checked;
    }
  } else if (target.name === "entrants" && !target.checked) {
    all.checked = false;
  }
});
