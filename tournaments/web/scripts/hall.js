// The display in the hall: it turns its pages over.

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
  const page = hall.querySelector("[data-slide]");
  if (page.dataset.slide !== onShow) {
    onShow = page.dataset.slide;
    turnedAt = Date.now();
  }
  parameters.set("slide", isTimeToTurn(hall) ? page.dataset.next : page.dataset.slide);
};
