// Says how fresh a page is that renews itself.
import { clockWithZone } from "./clock.js";

/** @returns {NodeListOf<HTMLElement>} */
const statuses = () => document.querySelectorAll("[data-live-status]");

/**
 * Write the time of the last answer, or that there is none.
 * @param {boolean} isConnected
 */
export const tell = (isConnected) => {
  for (const status of statuses()) {
    if (isConnected) {
      status.dataset.at = clockWithZone(status.dataset.zone ?? "", document.documentElement.lang);
    }
    const words = isConnected ? status.dataset.updated : status.dataset.lost;
    const sentence = (words ?? "").replace("{time}", status.dataset.at || "");
    // The same sentence is not written again, so that a screen reader stays quiet.
    if (status.textContent !== sentence) {
      status.textContent = sentence;
    }
    status.classList.toggle("is-lost", !isConnected);
    status.hidden = false;
  }
};

addEventListener("offline", () => tell(false));
