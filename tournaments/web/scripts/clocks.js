import { clock, countdown } from "./clock.js";

// Clocks and countdowns go on between two answers of the server.
setInterval(() => {
  for (const face of document.querySelectorAll("[data-clock]")) {
    face.textContent = clock(face.dataset.zone ?? "", document.documentElement.lang);
  }
  for (const face of document.querySelectorAll("[data-count-to]")) {
    face.textContent = countdown(face.dataset.countTo ?? "");
  }
}, 1000);
