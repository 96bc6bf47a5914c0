// What the service could not store, because others wrote for long, is sent again from where it was typed.
import { outbox } from "./outbox.js";

const BUSY = 503;
const PAUSE = 2000;
const NOTE = "not-saved";

/** @type {(form: Element, words: string | undefined) => Element} */
const noteIn = (form, words = "") => {
  const note = form.querySelector(`.${NOTE}`) ?? document.createElement("p");
  note.className = `note ${NOTE}`;
  note.setAttribute("role", "status");
  note.textContent = words;
  return note;
};

// A form that htmx sends stays as it is, with a line beside it. One with a key counts once, however often it is sent.
document.addEventListener("htmx:responseError", (event) => {
  const { requestConfig, xhr } = event.detail;
  const form = requestConfig.elt;
  if (xhr.status !== BUSY || event.defaultPrevented || !form.matches("form[method=post]")) {
    return;
  }
  const hasKey = form.querySelector("[name=form_key]") !== null;
  form.append(noteIn(form, hasKey ? outbox.words?.notSaved : outbox.words?.sendAgain));
  hasKey && setTimeout(() => form.isConnected && form.requestSubmit(requestConfig.triggeringEvent?.submitter), PAUSE);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) {
    event.detail.requestConfig.elt.querySelector(`.${NOTE}`)?.remove();
  }
});

// The page that answers any other form has it within, and sends it by itself.
const page = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-again]"));
if (page) {
  setTimeout(() => page.requestSubmit(), Number(page.dataset.again) * 1000);
}
