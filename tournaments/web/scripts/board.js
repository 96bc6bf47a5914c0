// A tap on the board is the key it names.
document.addEventListener("click", (event) => {
  const board = event.target.closest("[data-tap]");
  const link = board && document.querySelector(`a[data-key="${CSS.escape(board.dataset.tap)}"]`);
  if (link) {
    link.click();
  }
});
