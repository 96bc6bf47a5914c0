// What the pages do beyond HTML and htmx: they say how fresh they are, take keys, and stop double taps.
// Every page works without this file.
"use strict";

(() => {
  const clock = (zone) => {
    const options = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone || undefined };
    return new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date());
  };

  const tell = (isConnected) => {
    for (const status of document.querySelectorAll("[data-live-status]")) {
      if (isConnected) {
        status.dataset.at = clock(status.dataset.zone);
      }
      const words = isConnected ? status.dataset.updated : status.dataset.lost;
      const sentence = words.replace("{time}", status.dataset.at || "");
      // The same sentence is not written again, so that a screen reader stays quiet.
      if (status.textContent !== sentence) {
        status.textContent = sentence;
      }
      status.classList.toggle("is-lost", !isConnected);
      status.hidden = false;
    }
  };

  const isPoll = (element) => element.matches("[data-poll]");

  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("[data-poll]")) {
      tell(true);
    }
    const wrong = document.querySelector("[aria-invalid='true'], .field-wrong input");
    if (wrong) {
      wrong.focus();
    }
    showCurrent(document);
  });

  // What is chosen in a long list is brought into sight, and the page itself stays where it is.
  const showCurrent = (within) => {
    for (const box of within.querySelectorAll("[data-scroll-box]")) {
      const current = box.querySelector("[data-scroll-here]");
      if (current) {
        const place = current.getBoundingClientRect();
        const frame = box.getBoundingClientRect();
        box.scrollTop += place.top - frame.top - (frame.height - place.height) / 2;
        box.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
      }
    }
  };
  document.addEventListener("htmx:afterSettle", (event) => showCurrent(event.target));

  // The display in the hall asks for the page on show, and for the next one when its time is over.
  let turnedAt = Date.now();
  let onShow = "";
  const turn = (hall, parameters) => {
    const page = hall.querySelector("[data-slide]");
    if (page.dataset.slide !== onShow) {
      onShow = page.dataset.slide;
      turnedAt = Date.now();
    }
    const isOver = Date.now() - turnedAt >= hall.dataset.seconds * 1000;
    parameters.set("slide", isOver ? page.dataset.next : page.dataset.slide);
  };

  // A draw is revealed line by line: by itself, or by the space bar.
  let revealing = 0;
  const reveal = () => {
    const next = document.querySelector("[data-reveal] > li:not(.is-shown)");
    if (next) {
      next.classList.add("is-shown");
      next.scrollIntoView({ block: "center" });
    } else {
      clearInterval(revealing);
    }
  };
  const startReveal = () => {
    const list = document.querySelector("[data-reveal]:not([data-started])");
    if (list) {
      list.dataset.started = "1";
      document.querySelector("[data-reveal-help]").hidden = false;
      revealing = setInterval(reveal, list.dataset.seconds * 1000);
    }
  };
  document.addEventListener("DOMContentLoaded", startReveal);
  document.addEventListener("htmx:afterSettle", startReveal);
  document.addEventListener("keydown", (event) => {
    if (!document.querySelector("[data-reveal]")) {
      return;
    }
    if (event.key === " ") {
      event.preventDefault();
      reveal();
    } else if (event.key === "p") {
      clearInterval(revealing);
    }
  });

  // Clocks and countdowns go on between two answers of the server.
  setInterval(() => {
    for (const face of document.querySelectorAll("[data-clock]")) {
      face.textContent = clock(face.dataset.zone);
    }
    for (const face of document.querySelectorAll("[data-count-to]")) {
      const left = Math.max(0, Math.round((Date.parse(face.dataset.countTo) - Date.now()) / 1000));
      face.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }, 1000);

  // A poll carries the ETag of what is on the page; a hidden page does not ask.
  document.addEventListener("htmx:configRequest", (event) => {
    const element = event.detail.elt;
    if (isPoll(element)) {
      if (document.hidden) {
        event.preventDefault();
        return;
      }
      // A draw that is being revealed is not started over.
      if (element.querySelector("[data-reveal]")) {
        event.preventDefault();
        return;
      }
      if (element.matches("[data-hall]")) {
        turn(element, event.detail.parameters);
      }
      const known = element.querySelector("[data-etag]");
      if (known) {
        event.detail.headers["If-None-Match"] = known.dataset.etag;
      }
    }
  });

  // Nothing is swapped under a finger: while a field inside has the focus, the renewal waits for the next turn.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    const isRenewal = isPoll(target) && event.detail.requestConfig.elt === target;
    if (isRenewal && target.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) {
      event.detail.shouldSwap = false;
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    // A form that was swapped away is reported by what holds it, so who asked is read from the request.
    if (isPoll(event.detail.requestConfig.elt)) {
      const status = event.detail.xhr ? event.detail.xhr.status : 0;
      tell(status === 304 || (status >= 200 && status < 300));
    }
  });
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      if (isPoll(event.detail.elt)) {
        tell(false);
      }
    });
  }
  addEventListener("offline", () => tell(false));

  // The second tap on the same button changes nothing; a page taken back from the history can be sent again.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") {
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    if (event.submitter) {
      event.submitter.setAttribute("aria-busy", "true");
    }
  });
  const release = (form) => {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("[aria-busy]")) {
      button.removeAttribute("aria-busy");
    }
  };
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      document.querySelectorAll("form[data-sent]").forEach(release);
    }
  });
  // A form that htmx sends stays on the page when the answer does not come, and can be sent again then.
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.detail.requestConfig.elt;
    if (form.matches("form[data-sent]")) {
      release(form);
    }
  });

  // Keys follow links: a link names its key in data-key.
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, select, textarea, [contenteditable]");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      return;
    }
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  // A tap on the board is the key it names.
  document.addEventListener("click", (event) => {
    const board = event.target.closest("[data-tap]");
    const link = board && document.querySelector(`a[data-key="${CSS.escape(board.dataset.tap)}"]`);
    if (link) {
      link.click();
    }
  });
})();
