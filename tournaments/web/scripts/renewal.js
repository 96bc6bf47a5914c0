// Parts of a page that ask for themselves anew.
import { tell } from "./freshness.js";
import { isTimeToTurn, turn } from "./hall.js";
import { isUpToDate, stream } from "./stream.js";

/** @param {Element} element */
const isPoll = (element) => element.matches("[data-poll]");

// A poll carries the ETag of what is on the page; a hidden page does not ask.
document.addEventListener("htmx:configRequest", (event) => {
  const element = event.detail.elt;
  if (isPoll(element)) {
    if (document.hidden) {
      event.preventDefault();
      return;
    }
    // A draw that is being revealed is not started over.
    if (element.querySelector("[data-reveal]") || (isUpToDate(element) && !isTimeToTurn(element))) {
      event.preventDefault();
      return;
    }
    Object.assign(stream, { asked: stream.told, askedAt: performance.now() });
    if (element.matches("[data-hall]")) {
      turn(element, event.detail.parameters);
    }
    const known = element.querySelector("[data-etag]");
    if (known) {
      event.detail.headers["If-None-Match"] = known.dataset.etag;
    }
  }
});

// Nothing is swapped under a finger: while a field inside has the focus, the renewal waits for the next turn.
document.addEventListener("htmx:beforeSwap", (event) => {
  const target = event.detail.target;
  const isRenewal = isPoll(target) && event.detail.requestConfig.elt === target;
  if (isRenewal && target.contains(document.activeElement) && document.activeElement?.matches("input, select, textarea")) {
    event.detail.shouldSwap = false;
    stream.asked = stream.shown;
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  // A form that was swapped away is reported by what holds it, so who asked is read from the request.
  if (isPoll(event.detail.requestConfig.elt)) {
    const status = event.detail.xhr ? event.detail.xhr.status : 0;
    const isAnswered = status === 304 || (status >= 200 && status < 300);
    tell(isAnswered);
    if (isAnswered) {
      stream.shown = stream.asked;
    }
    // What has not changed is known up to now, so that the next question looks at less.
    const known = event.detail.requestConfig.elt.querySelector("[data-etag]");
    const tag = status === 304 && event.detail.xhr.getResponseHeader("ETag");
    if (known && tag) {
      known.dataset.etag = tag;
    }
  }
});
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (isPoll(event.detail.elt)) {
      tell(false);
    }
  });
}

// A renewal that makes way for an act of one's own has lost nothing.
document.addEventListener("htmx:sendAbort", (event) => {
  if (isPoll(event.detail.elt)) {
    tell(true);
  }
});

document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector("[data-poll]")) {
    tell(true);
  }
});
