// The stream that says when a page has become old.
import { tell } from "./freshness.js";

// Where the page names a stream, it asks when that says so instead of every few seconds. While the stream is
// silent, cut off or refused, and until it is open, the page asks as ever: nothing depends on the stream.
const SILENCE = 25000;
const ASK_ANYWAY = 30000;
const REOPEN = 30000;
const SPREAD = 2000;
// The numbers are those of the tournament's log: the last one told, the one asked for, the one on the page.
/**
 * @type {{
 *   source: EventSource | null, isOpen: boolean, at: number, openAt: number, askedAt: number,
 *   told: number, asked: number, shown: number
 * }}
 */
export const stream = { source: null, isOpen: false, at: 0, openAt: 0, askedAt: 0, told: 0, asked: 0, shown: 0 };
/** @returns {HTMLElement | null} */
const listening = () => document.querySelector("[data-poll][data-live]");
const isHeard = () => stream.isOpen && performance.now() - stream.at < SILENCE;

/**
 * Whether a page that renews itself need not ask.
 * @param {Element} element
 */
export const isUpToDate = (element) =>
  element.matches("[data-live]") && isHeard() && stream.shown >= stream.told &&
  performance.now() - stream.askedAt < ASK_ANYWAY;

/** @param {number} openAt */
const hangUp = (openAt) => {
  stream.source?.close();
  Object.assign(stream, { source: null, isOpen: false, openAt });
};
const renew = () => {
  const element = listening();
  if (element && stream.shown < stream.told) {
    htmx.trigger(element, "renew");
  }
};
/** @param {MessageEvent} event */
const hear = (event) => {
  Object.assign(stream, { isOpen: true, at: performance.now() });
  tell(true);
  const number = Number(event.data);
  if (number > stream.told) {
    stream.told = number;
    // All pages hear it at once; each waits a moment of its own, so that not all of them ask at once.
    setTimeout(renew, Math.random() * Number(listening()?.dataset.spread ?? SPREAD));
  }
};
const listen = () => {
  const element = listening();
  const now = performance.now();
  if (!element || document.hidden) {
    // A browser has few connections to one host, and a page that nobody looks at keeps none.
    hangUp(0);
    return;
  }
  if (stream.source && (stream.source.readyState === EventSource.CLOSED || now - stream.at > SILENCE)) {
    hangUp(now + REOPEN * (1 + Math.random()));
  }
  if (stream.source || now < stream.openAt) {
    return;
  }
  const address = new URL(element.dataset.live ?? "", location.href);
  stream.shown = Math.max(stream.shown, Number(address.searchParams.get("since")));
  stream.told = stream.shown;
  address.searchParams.set("since", String(stream.shown));
  stream.at = now;
  stream.source = new EventSource(address, { withCredentials: true });
  stream.source.addEventListener("message", hear);
  stream.source.addEventListener("beat", hear);
  stream.source.addEventListener("error", () => Object.assign(stream, { isOpen: false, at: performance.now() }));
};
document.addEventListener("DOMContentLoaded", listen);
document.addEventListener("visibilitychange", listen);
setInterval(listen, 5000);
