// A tap on the board is the key it names.
import { targetOf } from "./dom.js";

document.addEventListener("click", (event) => {
  const board = targetOf(event).closest("[data-tap]");
  const link = board && document.querySelector(`a[data-key="${CSS.escape(board.dataset.tap ?? "")}"]`);
  if (link) {
    link.click();
  }
});
