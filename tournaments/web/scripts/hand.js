// Dragging one player of a round onto another picks both, as two clicks on their links do.
import { targetOf } from "./dom.js";

/** @param {Event} event */
const chipOf = (event) => /** @type {HTMLAnchorElement | null} */ (targetOf(event).closest("[data-hand-chip]"));

document.addEventListener("dragstart", (event) => {
  const chip = chipOf(event);
  if (chip) {
    event.dataTransfer?.setData("text/x-videau-player", chip.dataset.handChip ?? "");
  }
});

for (const name of ["dragover", "dragenter"]) {
  document.addEventListener(name, (event) => {
    const chip = chipOf(event);
    if (chip) {
      event.preventDefault();
      chip.classList.add("is-over");
    }
  });
}

document.addEventListener("dragleave", (event) => chipOf(event)?.classList.remove("is-over"));

document.addEventListener("drop", (event) => {
  const chip = chipOf(event);
  const first = event.dataTransfer?.getData("text/x-videau-player");
  if (!chip || !first) {
    return;
  }
  event.preventDefault();
  const second = chip.dataset.handChip ?? "";
  if (first !== second) {
    const here = new URL(window.location.href);
    const round = here.searchParams.get("round") ?? chip.closest("[data-hand]")?.getAttribute("data-hand") ?? "";
    window.location.search = new URLSearchParams({ round, first, second }).toString();
  }
});
