// A tap on the board is the key it names.
import { targetOf } from "./dom.js";

document.addEventListener("click", (event) => {
  const board = targetOf(event).closest("[data-tap]");
  const link = board && document.querySelector(`a[data-key="${CSS.escape(board.dataset.tap ?? "")}"]`);
  if (link) {
    link.click();
  }
});

// A press on a row of the control board, beside its buttons, opens what else can be done with its match.
document.addEventListener("click", (event) => {
  const target = targetOf(event);
  const row = target.closest(".board [data-row]");
  if (row && !target.closest("a, button, input, label, summary, .board-panel")) {
    const more = /** @type {HTMLDetailsElement | null} */ (row.querySelector("details.board-more"));
    if (more) {
      more.open = !more.open;
    }
  }
});
