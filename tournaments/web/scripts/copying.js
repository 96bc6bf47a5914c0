// What is there to be copied is chosen whole.
import { targetOf } from "./dom.js";

document.addEventListener("focusin", (event) => {
  if (targetOf(event).matches("[data-select]")) {
    /** @type {HTMLTextAreaElement} */ (event.target).select();
  }
});
