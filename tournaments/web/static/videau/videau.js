// What the pages do beyond HTML and htmx: they renew themselves and say how fresh they are, take keys, and stop double taps.
// Every page works without this file.
"use strict";

(() => {
  const clock = (zone) => {
    const options = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone || undefined };
    return new Intl.DateTimeFormat(document.documentElement.lang, options).format(new Date());
  };

  // A clock of another zone than that of the device says which one it is.
  const clockWithZone = (zone) => {
    const time = clock(zone);
    if (!zone || time === clock("")) {
      return time;
    }
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: zone, timeZoneName: "short" });
    const name = format.formatToParts(new Date()).find((part) => part.type === "timeZoneName");
    return `${time} ${name.value}`;
  };

  const tell = (isConnected) => {
    for (const status of document.querySelectorAll("[data-live-status]")) {
      if (isConnected) {
        status.dataset.at = clockWithZone(status.dataset.zone);
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

  // Where the page names a stream, it asks when that says so instead of every few seconds. While the stream is
  // silent, cut off or refused, and until it is open, the page asks as ever: nothing depends on the stream.
  const SILENCE = 25000;
  const ASK_ANYWAY = 30000;
  const REOPEN = 30000;
  const SPREAD = 2000;
  // The numbers are those of the tournament's log: the last one told, the one asked for, the one on the page.
  const stream = { source: null, isOpen: false, at: 0, openAt: 0, askedAt: 0, told: 0, asked: 0, shown: 0 };
  const listening = () => document.querySelector("[data-poll][data-live]");
  const isHeard = () => stream.isOpen && performance.now() - stream.at < SILENCE;
  const isUpToDate = (element) =>
    element.matches("[data-live]") && isHeard() && stream.shown >= stream.told && performance.now() - stream.askedAt < ASK_ANYWAY;

  const hangUp = (openAt) => {
    stream.source?.close();
    Object.assign(stream, { source: null, isOpen: false, openAt });
  };
  const renew = () => {
    const element = listening();
    if (element && stream.shown < stream.told) {
      htmx.trigger(element, "renew");
    }
  };
  const hear = (event) => {
    Object.assign(stream, { isOpen: true, at: performance.now() });
    tell(true);
    const number = Number(event.data);
    if (number > stream.told) {
      stream.told = number;
      // All pages hear it at once; each waits a moment of its own, so that not all of them ask at once.
      setTimeout(renew, Math.random() * (listening()?.dataset.spread ?? SPREAD));
    }
  };
  const listen = () => {
    const element = listening();
    const now = performance.now();
    if (!element || document.hidden) {
      // A browser has few connections to one host, and a page that nobody looks at keeps none.
      hangUp(0);
      return;
    }
    if (stream.source && (stream.source.readyState === EventSource.CLOSED || now - stream.at > SILENCE)) {
      hangUp(now + REOPEN * (1 + Math.random()));
    }
    if (stream.source || now < stream.openAt) {
      return;
    }
    const address = new URL(element.dataset.live, location.href);
    stream.shown = Math.max(stream.shown, Number(address.searchParams.get("since")));
    stream.told = stream.shown;
    address.searchParams.set("since", stream.shown);
    stream.at = now;
    stream.source = new EventSource(address, { withCredentials: true });
    stream.source.addEventListener("message", hear);
    stream.source.addEventListener("beat", hear);
    stream.source.addEventListener("error", () => Object.assign(stream, { isOpen: false, at: performance.now() }));
  };
  document.addEventListener("DOMContentLoaded", listen);
  document.addEventListener("visibilitychange", listen);
  setInterval(listen, 5000);

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
      const current = box.querySelector("[data-scroll-here], [aria-current]");
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
  const isTimeToTurn = (hall) => {
    const page = hall.querySelector("[data-slide]");
    const hasNext = page !== null && page.dataset.next !== page.dataset.slide;
    return hasNext && Date.now() - turnedAt >= hall.dataset.seconds * 1000;
  };
  const turn = (hall, parameters) => {
    const page = hall.querySelector("[data-slide]");
    if (page.dataset.slide !== onShow) {
      onShow = page.dataset.slide;
      turnedAt = Date.now();
    }
    parameters.set("slide", isTimeToTurn(hall) ? page.dataset.next : page.dataset.slide);
  };

  // A draw is revealed line by line: by hand, or by itself where the address says how fast.
  const PACE = 4;
  let revealing = 0;
  const unrevealed = () => document.querySelectorAll("[data-reveal] > li:not(.is-shown)");
  const face = (list) => {
    if (!list.querySelector(".is-shown")) {
      return "opening";
    }
    return unrevealed().length ? "lines" : "closing";
  };
  const goOnByItself = (seconds) => {
    clearInterval(revealing);
    revealing = seconds ? setInterval(() => reveal(1), seconds * 1000) : 0;
    const pause = document.querySelector("[data-reveal-do=pause]");
    pause.setAttribute("aria-pressed", String(!seconds));
  };
  // How far it has come outlives a page that is loaded anew.
  const reveal = (count) => {
    const list = document.querySelector("[data-reveal]");
    for (const line of [...unrevealed()].slice(0, count)) {
      line.classList.add("is-shown");
    }
    const shown = list.querySelectorAll(".is-shown");
    list.closest(".ceremony").dataset.face = face(list);
    shown[shown.length - 1]?.scrollIntoView({ block: "nearest" });
    sessionStorage.setItem(`draw ${list.dataset.draw}`, shown.length);
    if (!unrevealed().length) {
      goOnByItself(0);
    }
  };
  const REVEAL = {
    next: () => reveal(1),
    all: () => reveal(Infinity),
    pause: () => goOnByItself(revealing ? 0 : document.querySelector("[data-reveal]").dataset.seconds || PACE),
  };
  const startReveal = () => {
    const list = document.querySelector("[data-reveal]:not([data-started])");
    if (list) {
      list.dataset.started = "1";
      const known = Number(sessionStorage.getItem(`draw ${list.dataset.draw}`));
      goOnByItself(list.dataset.seconds);
      if (known || !list.children.length) {
        reveal(known);
      }
    }
  };
  document.addEventListener("DOMContentLoaded", startReveal);
  document.addEventListener("htmx:afterSettle", startReveal);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-reveal-do]");
    if (button) {
      REVEAL[button.dataset.revealDo]();
    }
  });
  document.addEventListener("keydown", (event) => {
    const doing = { " ": "next", p: "pause", End: "all" }[event.key];
    // The space bar on a button is the button's own.
    const isButtons = event.key === " " && event.target.closest("button");
    if (doing && !isButtons && document.querySelector("[data-reveal]")) {
      event.preventDefault();
      REVEAL[doing]();
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
      if (element.querySelector("[data-reveal]") || (isUpToDate(element) && !isTimeToTurn(element))) {
        event.preventDefault();
        return;
      }
      Object.assign(stream, { asked: stream.told, askedAt: performance.now() });
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
      stream.asked = stream.shown;
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    // A form that was swapped away is reported by what holds it, so who asked is read from the request.
    if (isPoll(event.detail.requestConfig.elt)) {
      const status = event.detail.xhr ? event.detail.xhr.status : 0;
      const isAnswered = status === 304 || (status >= 200 && status < 300);
      tell(isAnswered);
      if (isAnswered) {
        stream.shown = stream.asked;
      }
      // What has not changed is known up to now, so that the next question looks at less.
      const known = event.detail.requestConfig.elt.querySelector("[data-etag]");
      const tag = status === 304 && event.detail.xhr.getResponseHeader("ETag");
      if (known && tag) {
        known.dataset.etag = tag;
      }
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

  // Keys follow what names them in data-key: in the row that has the focus, then anywhere on the page.
  // What is folded away in that row follows its key too, but for what a slip of the finger must not do.
  const keyed = (key, within) => {
    const named = [...within.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
    const isFolded = (one) => within !== document && one.closest("details:not([open])") && !one.matches(".danger");
    return named.find((one) => one.checkVisibility()) || named.find(isFolded);
  };
  const rows = () => [...document.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());
  let rowAt = 0;
  const toRow = (index) => {
    const all = rows();
    rowAt = Math.max(0, Math.min(index, all.length - 1));
    if (all.length) {
      all[rowAt].focus();
      all[rowAt].scrollIntoView({ block: "nearest" });
    }
  };
  const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, select, textarea, [contenteditable]");
    const isChord = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== "?");
    if (isTyping || isChord) {
      return;
    }
    const row = document.activeElement.closest("[data-row]");
    const found = (row && keyed(event.key, row)) || keyed(event.key, document);
    // A key of a row does nothing while no row has the focus.
    if (found && (row === found.closest("[data-row]") || !found.closest("[data-row]"))) {
      event.preventDefault();
      found.click();
    } else if (event.key in steps && document.querySelector("[data-row]")) {
      event.preventDefault();
      const now = row ? rows().indexOf(row) + steps[event.key] : rowAt;
      toRow(now);
    }
  });
  document.addEventListener("focusin", (event) => {
    const row = event.target.closest("[data-row]");
    if (row) {
      rowAt = rows().indexOf(row);
    }
  });

  // A line that comes back with what was typed is gone on with at its end.
  document.addEventListener("htmx:afterSettle", (event) => {
    const line = document.activeElement;
    if (event.target.contains(line) && line.matches("input[autofocus]") && line.selectionEnd === 0) {
      line.setSelectionRange(line.value.length, line.value.length);
    }
  });

  // Letters typed on the choice beside a line belong to the line: who has just ticked it begins with a name.
  document.addEventListener("keydown", (event) => {
    const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isLetter && event.target.matches("[data-beside]")) {
      document.getElementById(event.target.dataset.beside).focus();
    }
  });

  // In a line with answers below it the arrows choose one, Enter does it, and Escape goes on to the lists.
  document.addEventListener("keydown", (event) => {
    const line = event.target;
    if (!line.matches("[data-pick]")) {
      return;
    }
    const answers = [...document.querySelectorAll(`${line.dataset.pick} button.answer`)];
    const chosen = answers.findIndex((answer) => answer.classList.contains("is-default"));
    if (event.key === "Escape") {
      event.preventDefault();
      toRow(rowAt);
    } else if (event.key in steps && event.key.length > 1 && answers.length) {
      event.preventDefault();
      // Where nothing is marked the first arrow down marks the first answer, and the first one up the last.
      const next = chosen < 0 && steps[event.key] < 0 ? -1 : chosen + steps[event.key];
      answers[chosen]?.classList.remove("is-default");
      answers[(next + answers.length) % answers.length].classList.add("is-default");
    } else if (event.key === "ArrowDown" && !line.value) {
      event.preventDefault();
      toRow(rowAt);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      answers[chosen].click();
    }
  });

  // What was unfolded stays so when the lists are renewed, and the row in hand keeps the focus.
  let unfolded = [];
  let wasInRow = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    unfolded = [...event.detail.target.querySelectorAll("details[open][id]")].map((one) => one.id);
    const row = document.activeElement.closest("[data-row]");
    wasInRow = row !== null && event.detail.target.contains(row);
  });
  // A renewal that makes way for an act of one's own has lost nothing.
  document.addEventListener("htmx:sendAbort", (event) => {
    if (isPoll(event.detail.elt)) {
      tell(true);
    }
  });
  // At once, and not when all has settled: the next key may be down already.
  document.addEventListener("htmx:afterSwap", () => {
    for (const details of unfolded.splice(0).map((id) => document.getElementById(id))) {
      if (details) {
        details.open = true;
      }
    }
    if (wasInRow && !document.activeElement.closest("[data-row]")) {
      toRow(rowAt);
    }
    wasInRow = false;
  });

  // What is there to be copied is chosen whole.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-select]")) {
      event.target.select();
    }
  });

  // In a frame of another site the page says how high it is, for a site that wants to follow.
  if (parent !== window && document.documentElement.matches("[data-frame]")) {
    document.addEventListener("DOMContentLoaded", () => {
      const say = () => parent.postMessage({ videau: "height", height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
      new ResizeObserver(say).observe(document.body);
    });
  }

  // A tap on the board is the key it names.
  document.addEventListener("click", (event) => {
    const board = event.target.closest("[data-tap]");
    const link = board && document.querySelector(`a[data-key="${CSS.escape(board.dataset.tap)}"]`);
    if (link) {
      link.click();
    }
  });
})();
