// Elements of the page, with their types.

/**
 * The element that an event of the page is about.
 * @type {(event: Event) => HTMLElement}
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * An element that its template always holds; throws where it is missing.
 * @type {(within: ParentNode, selector: string) => HTMLElement}
 */
export const part = (within, selector) => {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) {
    throw new Error(`The page has no ${selector}`);
  }
  return element;
};

/** @param {number} byte */
const hex = (byte) => byte.toString(16).padStart(2, "0");
// Plain http has random numbers, and no crypto.randomUUID.
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
