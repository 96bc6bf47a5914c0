// Double taps.

// The second tap on the same button changes nothing; a page taken back from the history can be sent again.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") {
    return;
  }
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
  if (event.submitter) {
    event.submitter.setAttribute("aria-busy", "true");
  }
});
/** @param {Element} form */
const release = (form) => {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("[aria-busy]")) {
    button.removeAttribute("aria-busy");
  }
};
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    document.querySelectorAll("form[data-sent]").forEach(release);
  }
});
// A form that htmx sends stays on the page when the answer does not come, and can be sent again then.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.requestConfig.elt;
  if (form.matches("form[data-sent]")) {
    release(form);
  }
});
