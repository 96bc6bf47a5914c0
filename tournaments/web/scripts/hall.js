// The display in the hall: it turns its pages over.
import { part } from "./dom.js";

// The display in the hall asks for the page on show, and for the next one when its time is over.
let turnedAt = Date.now();
let onShow = "";
/** @param {HTMLElement} hall */
export const isTimeToTurn = (hall) => {
  const page = hall.querySelector("[data-slide]");
  const hasNext = page !== null && page.dataset.next !== page.dataset.slide;
  return hasNext && Date.now() - turnedAt >= Number(hall.dataset.seconds) * 1000;
};

/**
 * @param {HTMLElement} hall
 * @param {FormData} parameters
 */
export const turn = (hall, parameters) => {
  const { slide = "", next = "" } = part(hall, "[data-slide]").dataset;
  if (slide !== onShow) {
    onShow = slide;
    turnedAt = Date.now();
  }
  parameters.set("slide", isTimeToTurn(hall) ? next : slide);
};
