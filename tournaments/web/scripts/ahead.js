// Keys pressed ahead of an answer.
import { targetOf } from "./dom.js";

// An answer replaces the line of a desk that was sent, or the list below it. Keys that are pressed while it is under way
// wait for it: the old line would take them away with it, and an arrow would choose from the list of other words.
/** @type {string[]} */
const waiting = [];
const arrows = ["ArrowUp", "ArrowDown"];
const others = ["Backspace", "Enter", "Escape"];
// Whether an answer to what was typed last is still to come.
let isAsked = false;

/** @param {HTMLInputElement} line */
const isSent = (line) => line.form !== null && line.form.matches("[hx-post][data-sent]");
/** @param {HTMLInputElement} line */
const isOfOtherWords = (line) => {
  const words = document.querySelector(`${line.dataset.pick} input[name=for_q]`);
  return isAsked && words !== null && /** @type {HTMLInputElement} */ (words).value.trim() !== line.value.trim();
};
/** @type {(line: HTMLInputElement, key: string) => boolean} */
const mustWait = (line, key) => isSent(line) || (arrows.includes(key) && isOfOtherWords(line));
/** @param {KeyboardEvent} event */
const isKept = (event) => {
  const isChord = event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
  return !isChord && (event.key.length === 1 || arrows.includes(event.key) || others.includes(event.key));
};
document.addEventListener(
  "keydown",
  (event) => {
    const line = /** @type {HTMLInputElement} */ (event.target);
    if (event.isTrusted && line.matches("[data-pick]") && isKept(event)) {
      if (waiting.length || mustWait(line, event.key)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        waiting.push(event.key);
      }
    }
  },
  { capture: true },
);

// What the browser does with a key that no script has taken.
/** @type {(line: HTMLInputElement, key: string) => void} */
const edit = (line, key) => {
  const at = line.selectionStart ?? 0;
  const end = line.selectionEnd ?? at;
  if (key === "Enter") {
    line.form?.requestSubmit();
    return;
  }
  if (key === "Backspace") {
    line.setRangeText("", at === end ? Math.max(0, at - 1) : at, end, "end");
  } else if (key.length === 1) {
    line.setRangeText(key, at, end, "end");
  }
  line.dispatchEvent(new Event("input", { bubbles: true }));
};
const goOn = () => {
  const at = () => /** @type {HTMLInputElement} */ (document.activeElement);
  while (waiting.length && !(at().matches("[data-pick]") && mustWait(at(), waiting[0]))) {
    const key = /** @type {string} */ (waiting.shift());
    const target = at();
    const isLeft = target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (isLeft && target.matches("[data-pick]")) {
      edit(target, key);
    }
  }
};
document.addEventListener("htmx:afterRequest", goOn);
document.addEventListener("input", (event) => {
  isAsked = isAsked || targetOf(event).matches("[data-pick]");
});
// What does not come is not waited for.
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (event.detail.elt.matches("[data-pick]")) {
      isAsked = false;
      goOn();
    }
  });
}
