// The line of a desk with its answers.
import { targetOf } from "./dom.js";
import { steps, toRow } from "./keys.js";

// A line that comes back with what was typed is gone on with at its end.
document.addEventListener("htmx:afterSettle", (event) => {
  const line = /** @type {HTMLInputElement} */ (document.activeElement);
  if (/** @type {Element} */ (event.target).contains(line) && line.matches("input[autofocus]") && line.selectionEnd === 0) {
    line.setSelectionRange(line.value.length, line.value.length);
  }
});

// Letters typed on the choice beside a line belong to the line: who has just ticked it begins with a name.
document.addEventListener("keydown", (event) => {
  const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (isLetter && targetOf(event).matches("[data-beside]")) {
    document.getElementById(targetOf(event).dataset.beside ?? "")?.focus();
  }
});

// In a line with answers below it the arrows choose one, Enter does it, and Escape goes on to the lists.
document.addEventListener("keydown", (event) => {
  const line = /** @type {HTMLInputElement} */ (event.target);
  if (!line.matches("[data-pick]")) {
    return;
  }
  const answers = [...document.querySelectorAll(`${line.dataset.pick} button.answer`)];
  const chosen = answers.findIndex((answer) => answer.classList.contains("is-default"));
  if (event.key === "Escape") {
    event.preventDefault();
    toRow();
  } else if (event.key in steps && event.key.length > 1 && answers.length) {
    event.preventDefault();
    // Where nothing is marked the first arrow down marks the first answer, and the first one up the last.
    const next = chosen < 0 && steps[event.key] < 0 ? -1 : chosen + steps[event.key];
    answers[chosen]?.classList.remove("is-default");
    answers[(next + answers.length) % answers.length].classList.add("is-default");
  } else if (event.key === "ArrowDown" && !line.value) {
    event.preventDefault();
    toRow();
  } else if (event.key === "Enter" && chosen >= 0) {
    event.preventDefault();
    answers[chosen].click();
  }
});
