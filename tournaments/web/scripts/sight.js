// What has to be seen: the first wrong field, and what is chosen in a list.
import { targetOf } from "./dom.js";

document.addEventListener("DOMContentLoaded", () => {
  const wrong = document.querySelector("[aria-invalid='true'], .field-wrong input");
  if (wrong) {
    wrong.focus();
  }
  showCurrent(document);
});

// What is chosen in a long list is brought into sight, and the page itself stays where it is.
/** @param {ParentNode} within */
const showCurrent = (within) => {
  for (const box of within.querySelectorAll("[data-scroll-box]")) {
    const current = box.querySelector("[data-scroll-here], [aria-current]");
    if (current) {
      const place = current.getBoundingClientRect();
      const frame = box.getBoundingClientRect();
      box.scrollTop += place.top - frame.top - (frame.height - place.height) / 2;
      box.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
    }
  }
};
document.addEventListener("htmx:afterSettle", (event) => showCurrent(targetOf(event)));
