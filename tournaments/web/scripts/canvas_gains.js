// What is new in a bracket that has renewed itself stands out once.

/**
 * What each slot says, by its place.
 * @param {HTMLElement} plane
 */
export const signatures = (plane) => {
  /** @type {[string, string][]} */
  const all = [...plane.querySelectorAll("li[data-slot]")].map((slot) => [
    slot.getAttribute("data-slot") ?? "",
    (slot.textContent ?? "").replace(/\s+/g, " "),
  ]);
  return new Map(all);
};

/**
 * Let the slots that say something else now stand out once.
 * @param {HTMLElement} plane
 * @param {Map<string, string>} before
 */
export const showGains = (plane, before) => {
  for (const [place, words] of signatures(plane)) {
    if (before.has(place) && before.get(place) !== words) {
      plane.querySelector(`li[data-slot="${place}"]`)?.classList.add("is-fresh");
    }
  }
};
