// What is there to be copied is chosen whole.
document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-select]")) {
    /** @type {HTMLTextAreaElement} */ (event.target).select();
  }
});
