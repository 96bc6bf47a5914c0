// Joined of the modules in tournaments/web/scripts by `./videau fmt`: change those.
"use strict";

(() => {
// ---- clock.js ----
const clockModule = (() => {
const clock = (zone, language, now = new Date()) => {
  const options = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone || undefined };
  return new Intl.DateTimeFormat(language, options).format(now);
};
const clockWithZone = (zone, language, now = new Date()) => {
  const time = clock(zone, language, now);
  if (!zone || time === clock("", language, now)) {
    return time;
  }
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "short" });
  const name = format.formatToParts(now).find((part) => part.type === "timeZoneName");
  return `${time} ${name?.value ?? zone}`;
};
const countdown = (moment, now = Date.now()) => {
  const left = Math.max(0, Math.round((Date.parse(moment) - now) / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};
return { clock, clockWithZone, countdown };
})();

// ---- freshness.js ----
const freshnessModule = (() => {
const { clockWithZone } = clockModule;
const statuses = () => document.querySelectorAll("[data-live-status]");
const tell = (isConnected) => {
  for (const status of statuses()) {
    if (isConnected) {
      status.dataset.at = clockWithZone(status.dataset.zone ?? "", document.documentElement.lang);
    }
    const words = isConnected ? status.dataset.updated : status.dataset.lost;
    const sentence = (words ?? "").replace("{time}", status.dataset.at || "");
    if (status.textContent !== sentence) {
      status.textContent = sentence;
    }
    status.classList.toggle("is-lost", !isConnected);
    status.hidden = false;
  }
};
addEventListener("offline", () => tell(false));
return { tell };
})();

// ---- stream.js ----
const streamModule = (() => {
const { tell } = freshnessModule;
const SILENCE = 25000;
const ASK_ANYWAY = 30000;
const REOPEN = 30000;
const SPREAD = 2000;
const stream = { source: null, isOpen: false, at: 0, openAt: 0, askedAt: 0, told: 0, asked: 0, shown: 0 };
const listening = () => document.querySelector("[data-poll][data-live]");
const isHeard = () => stream.isOpen && performance.now() - stream.at < SILENCE;
const isUpToDate = (element) =>
  element.matches("[data-live]") && isHeard() && stream.shown >= stream.told &&
  performance.now() - stream.askedAt < ASK_ANYWAY;
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
    setTimeout(renew, Math.random() * Number(listening()?.dataset.spread ?? SPREAD));
  }
};
const listen = () => {
  const element = listening();
  const now = performance.now();
  if (!element || document.hidden) {
    hangUp(0);
    return;
  }
  if (stream.source && (stream.source.readyState === EventSource.CLOSED || now - stream.at > SILENCE)) {
    hangUp(now + REOPEN * (1 + Math.random()));
  }
  if (stream.source || now < stream.openAt) {
    return;
  }
  const address = new URL(element.dataset.live ?? "", location.href);
  stream.shown = Math.max(stream.shown, Number(address.searchParams.get("since")));
  stream.told = stream.shown;
  address.searchParams.set("since", String(stream.shown));
  stream.at = now;
  stream.source = new EventSource(address, { withCredentials: true });
  stream.source.addEventListener("message", hear);
  stream.source.addEventListener("beat", hear);
  stream.source.addEventListener("error", () => Object.assign(stream, { isOpen: false, at: performance.now() }));
};
document.addEventListener("DOMContentLoaded", listen);
document.addEventListener("visibilitychange", listen);
setInterval(listen, 5000);
return { stream, isUpToDate };
})();

// ---- dom.js ----
const domModule = (() => {
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);
const part = (within, selector) => {
  const element = within.querySelector(selector);
  if (!(element instanceof HTMLElement)) {
    throw new Error(`The page has no ${selector}`);
  }
  return element;
};
return { targetOf, part };
})();

// ---- hall.js ----
const hallModule = (() => {
const { part } = domModule;
let turnedAt = Date.now();
let onShow = "";
const isTimeToTurn = (hall) => {
  const page = hall.querySelector("[data-slide]");
  const hasNext = page !== null && page.dataset.next !== page.dataset.slide;
  return hasNext && Date.now() - turnedAt >= Number(hall.dataset.seconds) * 1000;
};
const turn = (hall, parameters) => {
  const { slide = "", next = "" } = part(hall, "[data-slide]").dataset;
  if (slide !== onShow) {
    onShow = slide;
    turnedAt = Date.now();
  }
  parameters.set("slide", isTimeToTurn(hall) ? next : slide);
};
return { isTimeToTurn, turn };
})();

// ---- renewal.js ----
const renewalModule = (() => {
const { tell } = freshnessModule;
const { isTimeToTurn, turn } = hallModule;
const { isUpToDate, stream } = streamModule;
const isPoll = (element) => element.matches("[data-poll]");
document.addEventListener("htmx:configRequest", (event) => {
  const element = event.detail.elt;
  if (isPoll(element)) {
    if (document.hidden) {
      event.preventDefault();
      return;
    }
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
document.addEventListener("htmx:beforeSwap", (event) => {
  const target = event.detail.target;
  const isRenewal = isPoll(target) && event.detail.requestConfig.elt === target;
  if (isRenewal && target.contains(document.activeElement) && document.activeElement?.matches("input, select, textarea")) {
    event.detail.shouldSwap = false;
    stream.asked = stream.shown;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isPoll(event.detail.requestConfig.elt)) {
    const status = event.detail.xhr ? event.detail.xhr.status : 0;
    const isAnswered = status === 304 || (status >= 200 && status < 300);
    tell(isAnswered);
    if (isAnswered) {
      stream.shown = stream.asked;
    }
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
document.addEventListener("htmx:sendAbort", (event) => {
  if (isPoll(event.detail.elt)) {
    tell(true);
  }
});
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector("[data-poll]")) {
    tell(true);
  }
});
})();

// ---- sight.js ----
const sightModule = (() => {
const { targetOf } = domModule;
document.addEventListener("DOMContentLoaded", () => {
  const wrong = document.querySelector("[aria-invalid='true'], .field-wrong input");
  if (wrong) {
    wrong.focus();
  }
  showCurrent(document);
});
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
document.addEventListener("htmx:afterSettle", (event) => showCurrent(targetOf(event)));
})();

// ---- ceremony.js ----
const ceremonyModule = (() => {
const { part, targetOf } = domModule;
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
  part(document, "[data-reveal-do=pause]").setAttribute("aria-pressed", String(!seconds));
};
const reveal = (count) => {
  const list = part(document, "[data-reveal]");
  for (const line of [...unrevealed()].slice(0, count)) {
    line.classList.add("is-shown");
  }
  const shown = list.querySelectorAll(".is-shown");
  list.closest(".ceremony")?.setAttribute("data-face", face(list));
  shown[shown.length - 1]?.scrollIntoView({ block: "nearest" });
  sessionStorage.setItem(`draw ${list.dataset.draw}`, String(shown.length));
  if (!unrevealed().length) {
    goOnByItself(0);
  }
};
const REVEAL = {
  next: () => reveal(1),
  all: () => reveal(Infinity),
  pause: () => goOnByItself(revealing ? 0 : Number(part(document, "[data-reveal]").dataset.seconds) || PACE),
};
const STEPS = { " ": "next", p: "pause", End: "all" };
const startReveal = () => {
  const list = document.querySelector("[data-reveal]:not([data-started])");
  if (list) {
    list.dataset.started = "1";
    const known = Number(sessionStorage.getItem(`draw ${list.dataset.draw}`));
    goOnByItself(Number(list.dataset.seconds) || 0);
    if (known || !list.children.length) {
      reveal(known);
    }
  }
};
document.addEventListener("DOMContentLoaded", startReveal);
document.addEventListener("htmx:afterSettle", startReveal);
document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("[data-reveal-do]");
  if (button) {
    REVEAL[button.dataset.revealDo ?? ""]?.();
  }
});
document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const isButtons = event.key === " " && targetOf(event).closest("button")?.getClientRects().length;
  if (step && !isButtons && document.querySelector("[data-reveal]")) {
    event.preventDefault();
    REVEAL[step]();
  }
});
})();

// ---- clocks.js ----
const clocksModule = (() => {
const { clock, countdown } = clockModule;
setInterval(() => {
  for (const face of document.querySelectorAll("[data-clock]")) {
    face.textContent = clock(face.dataset.zone ?? "", document.documentElement.lang);
  }
  for (const face of document.querySelectorAll("[data-count-to]")) {
    face.textContent = countdown(face.dataset.countTo ?? "");
  }
}, 1000);
})();

// ---- taps.js ----
const tapsModule = (() => {
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
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
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.requestConfig.elt;
  if (form.matches("form[data-sent]")) {
    release(form);
  }
});
})();

// ---- keys.js ----
const keysModule = (() => {
const { targetOf } = domModule;
const keyed = (key, within) => {
  const named = [...within.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  const isFolded = (one) => within !== document && one.closest("details:not([open])") !== null && !one.matches(".danger");
  return named.find((one) => one.checkVisibility()) || named.find(isFolded);
};
const rows = () => [...document.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());
const rowInHand = () => document.activeElement?.closest("[data-row]") ?? null;
let rowAt = 0;
const toRow = (index = rowAt) => {
  const all = rows();
  rowAt = Math.max(0, Math.min(index, all.length - 1));
  if (all.length) {
    all[rowAt].focus();
    all[rowAt].scrollIntoView({ block: "nearest" });
  }
};
const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
document.addEventListener("keydown", (event) => {
  const isTyping = targetOf(event).matches("input, select, textarea, [contenteditable]");
  const isChord = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== "?");
  if (isTyping || isChord) {
    return;
  }
  const row = rowInHand();
  const control = (row && keyed(event.key, row)) || keyed(event.key, document);
  if (control && (row === control.closest("[data-row]") || !control.closest("[data-row]"))) {
    event.preventDefault();
    control.click();
  } else if (event.key in steps && document.querySelector("[data-row]")) {
    event.preventDefault();
    const now = row ? rows().indexOf(row) + steps[event.key] : rowAt;
    toRow(now);
  }
});
document.addEventListener("focusin", (event) => {
  const row = targetOf(event).closest("[data-row]");
  if (row) {
    rowAt = rows().indexOf(row);
  }
});
let unfolded = [];
let wasInRow = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  unfolded = [...event.detail.target.querySelectorAll("details[open][id]")].map((one) => one.id);
  const row = rowInHand();
  wasInRow = row !== null && event.detail.target.contains(row);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of unfolded.splice(0)) {
    const details = /** @type {HTMLDetailsElement | null} */ (document.getElementById(id));
    if (details) {
      details.open = true;
    }
  }
  if (wasInRow && !rowInHand()) {
    toRow(rowAt);
  }
  wasInRow = false;
});
return { toRow, steps };
})();

// ---- ahead.js ----
const aheadModule = (() => {
const { targetOf } = domModule;
const waiting = [];
const arrows = ["ArrowUp", "ArrowDown"];
const others = ["Backspace", "Enter", "Escape"];
let isAsked = false;
const isSent = (line) => line.form !== null && line.form.matches("[hx-post][data-sent]");
const isOfOtherWords = (line) => {
  const words = document.querySelector(`${line.dataset.pick} input[name=for_q]`);
  return isAsked && words !== null && /** @type {HTMLInputElement} */ (words).value.trim() !== line.value.trim();
};
const mustWait = (line, key) => isSent(line) || (arrows.includes(key) && isOfOtherWords(line));
const isKept = (event) => {
  const isChord = event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
  return !isChord && (event.key.length === 1 || arrows.includes(event.key) || others.includes(event.key));
};
document.addEventListener(
  "keydown",
  (event) => {
    const line = /** @type {HTMLInputElement} */ (event.target);
    if (event.isTrusted && line.matches("[data-pick]") && isKept(event)) {
      if (waiting.length || mustWait(line, event.key)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        waiting.push(event.key);
      }
    }
  },
  { capture: true },
);
const edit = (line, key) => {
  const at = line.selectionStart ?? 0;
  const end = line.selectionEnd ?? at;
  if (key === "Enter") {
    line.form?.requestSubmit();
    return;
  }
  if (key === "Backspace") {
    line.setRangeText("", at === end ? Math.max(0, at - 1) : at, end, "end");
  } else if (key.length === 1) {
    line.setRangeText(key, at, end, "end");
  }
  line.dispatchEvent(new Event("input", { bubbles: true }));
};
const goOn = () => {
  const at = () => /** @type {HTMLInputElement} */ (document.activeElement);
  while (waiting.length && !(at().matches("[data-pick]") && mustWait(at(), waiting[0]))) {
    const key = /** @type {string} */ (waiting.shift());
    const target = at();
    const isLeft = target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (isLeft && target.matches("[data-pick]")) {
      edit(target, key);
    }
  }
};
document.addEventListener("htmx:afterRequest", goOn);
document.addEventListener("input", (event) => {
  isAsked = isAsked || targetOf(event).matches("[data-pick]");
});
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (event.detail.elt.matches("[data-pick]")) {
      isAsked = false;
      goOn();
    }
  });
}
})();

// ---- register.js ----
const registerModule = (() => {
const { targetOf } = domModule;
const { steps, toRow } = keysModule;
document.addEventListener("htmx:afterSettle", (event) => {
  const line = /** @type {HTMLInputElement} */ (document.activeElement);
  if (/** @type {Element} */ (event.target).contains(line) && line.matches("input[autofocus]") && line.selectionEnd === 0) {
    line.setSelectionRange(line.value.length, line.value.length);
  }
});
document.addEventListener("keydown", (event) => {
  const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (isLetter && targetOf(event).matches("[data-beside]")) {
    document.getElementById(targetOf(event).dataset.beside ?? "")?.focus();
  }
});
document.addEventListener("keydown", (event) => {
  const line = /** @type {HTMLInputElement} */ (event.target);
  if (!line.matches("[data-pick]")) {
    return;
  }
  const answers = [...document.querySelectorAll(`${line.dataset.pick} button.answer`)];
  const chosen = answers.findIndex((answer) => answer.classList.contains("is-default"));
  if (event.key === "Escape") {
    event.preventDefault();
    toRow();
  } else if (event.key in steps && event.key.length > 1 && answers.length) {
    event.preventDefault();
    const next = chosen < 0 && steps[event.key] < 0 ? -1 : chosen + steps[event.key];
    answers[chosen]?.classList.remove("is-default");
    answers[(next + answers.length) % answers.length].classList.add("is-default");
  } else if (event.key === "ArrowDown" && !line.value) {
    event.preventDefault();
    toRow();
  } else if (event.key === "Enter" && chosen >= 0) {
    event.preventDefault();
    answers[chosen].click();
  }
});
})();

// ---- copying.js ----
const copyingModule = (() => {
const { targetOf } = domModule;
document.addEventListener("focusin", (event) => {
  if (targetOf(event).matches("[data-select]")) {
    /** @type {HTMLTextAreaElement} */ (event.target).select();
  }
});
})();

// ---- frame.js ----
const frameModule = (() => {
if (parent !== window && document.documentElement.matches("[data-frame]")) {
  document.addEventListener("DOMContentLoaded", () => {
    const height = () => Math.ceil(document.body.getBoundingClientRect().height);
    const say = () => parent.postMessage({ videau: "height", height: height() }, "*");
    new ResizeObserver(say).observe(document.body);
  });
}
})();

// ---- board.js ----
const boardModule = (() => {
const { targetOf } = domModule;
document.addEventListener("click", (event) => {
  const board = targetOf(event).closest("[data-tap]");
  const link = board && document.querySelector(`a[data-key="${CSS.escape(board.dataset.tap ?? "")}"]`);
  if (link) {
    link.click();
  }
});
})();

// ---- outbox.js ----
const outboxModule = (() => {
const { part, targetOf } = domModule;
const outbox = {};
const start = (box) => {
  const token = () => /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
  const RETRY = 10000;
  const PATIENCE = 15000;
  const SENT = "videau-sent";
  const LAST = "videau-who";
  const LONGEST = 30 * 24 * 3600 * 1000;
  const who = box.dataset.who;
  const signedOut = new Set();
  const database = () => new Promise((resolve, reject) => {
    const request = indexedDB.open("videau", 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore("reports", { keyPath: "key" });
      }
      request.result.createObjectStore("drafts", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const inStore = async (store, mode, act) => {
    const connection = await database();
    try {
      return await new Promise((resolve, reject) => {
        const change = connection.transaction(store, mode);
        const request = act(change.objectStore(store));
        change.oncomplete = () => resolve(request.result);
        change.onabort = () => reject(change.error);
      });
    } finally {
      connection.close();
    }
  };
  const waitingReports = () => inStore("reports", "readonly", (reports) => reports.getAll());
  const keep = (report) => inStore("reports", "readwrite", (reports) => reports.put(report));
  const forget = (report) => inStore("reports", "readwrite", (reports) => reports.delete(report.key));
  const drafts = {
    id: (match, owner) => `${owner} ${match}`,
    get: (id) => inStore("drafts", "readonly", (all) => all.get(id)),
    put: (draft) => inStore("drafts", "readwrite", (all) => all.put(draft)),
    delete: (id) => inStore("drafts", "readwrite", (all) => all.delete(id)),
  };
  const settle = async (report) => {
    const draft = report.draft?.id && (await drafts.get(report.draft.id));
    if (draft && draft.stamp === report.draft?.stamp) {
      await drafts.delete(draft.id);
    }
    document.dispatchEvent(new CustomEvent("videau:sent", { detail: report }));
  };
  const prune = async () => {
    for (const draft of await inStore("drafts", "readonly", (all) => all.getAll())) {
      if (Date.now() - draft.at > LONGEST) {
        await drafts.delete(draft.id);
      }
    }
  };
  const hex = (byte) => byte.toString(16).padStart(2, "0");
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
  const say = (words = "", report) => words.replace("{report}", report.words).replace("{reason}", report.reason || "");
  const button = (words = "", act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "small outline";
    element.textContent = words;
    element.addEventListener("click", act);
    return element;
  };
  const sendAsForm = (report) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = report.page;
    for (const [name, value] of Object.entries({ ...report.typed, csrfmiddlewaretoken: token() })) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  };
  const lookAgain = async (report) => {
    await forget(report);
    sendAsForm(report);
  };
  const line = (words, className, ...buttons) => {
    const note = document.createElement("div");
    note.className = className;
    const sentence = document.createElement("p");
    sentence.textContent = words;
    note.append(sentence);
    if (buttons.length) {
      const actions = document.createElement("div");
      actions.className = "actions";
      actions.append(...buttons);
      note.append(actions);
    }
    return note;
  };
  const lineOf = (report) => {
    const words = box.dataset;
    if (report.reason) {
      const drop = button(words.forget, async () => { await forget(report); await show(); });
      const again = who === undefined ? [] : [button(words.again, () => lookAgain(report))];
      return line(say(words.refused, report), "refusal", ...again, drop);
    }
    if (who !== undefined && report.who !== who) {
      return line(say(words.stranger, report), "note");
    }
    if (signedOut.has(report.key)) {
      return line(say(words.signedOut, report), "note");
    }
    return line(say(words.waiting, report), "note", ...(who === undefined ? [] : [button(words.now, deliver)]));
  };
  let receipts = [];
  const show = async () => {
    const lines = [...receipts, ...(await waitingReports()).map(lineOf)];
    const before = box.textContent;
    const now = lines.map((one) => one.textContent).join("");
    if (before !== now) {
      box.replaceChildren(...lines);
    }
  };
  const thanks = (state) => box.dataset[state === "final" || state === "reported" ? state : "disputed"] ?? "";
  const send = async (report) => {
    let answer;
    try {
      answer = await fetch(report.to, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": report.key,
          "X-CSRFToken": token(),
        },
        body: JSON.stringify(report.said),
        signal: AbortSignal.timeout(PATIENCE),
      });
    } catch {
      return "waiting";
    }
    const body = await answer.json().catch(() => ({}));
    if (answer.ok) {
      report.state = body.state;
      return "sent";
    }
    if (answer.status >= 500 || answer.status === 429 || body.code === "request_in_progress") {
      return "waiting";
    }
    if (answer.status === 401 || body.code === "csrf_failed") {
      return "signed-out";
    }
    report.reason = body.detail || answer.statusText || String(answer.status);
    return "refused";
  };
  let isBusy = false;
  const deliver = async () => {
    if (isBusy || who === undefined) {
      return;
    }
    isBusy = true;
    try {
      for (const report of await waitingReports()) {
        if (report.reason || report.who !== who || signedOut.has(report.key)) {
          continue;
        }
        const outcome = await send(report);
        if (outcome === "sent") {
          await forget(report);
          await settle(report);
          receipts.push(line(`${say(box.dataset.sent, report)} ${thanks(report.state)}`, "message"));
        } else if (outcome === "refused") {
          await keep(report);
        } else if (outcome === "signed-out") {
          signedOut.add(report.key);
        }
      }
    } finally {
      isBusy = false;
    }
    await show();
  };
  const reportOf = (form, submitter) => {
    const winner = /** @type {HTMLInputElement} */ (part(form, "[name=winner]:checked"));
    const length = Number(form.dataset.length);
    const points = Number(submitter.value);
    const score = winner.value === "one" ? [length, points] : [points, length];
    return {
      key: newKey(),
      who,
      to: form.dataset.to ?? "",
      page: form.action,
      next: form.dataset.next ?? "",
      said: { score },
      typed: { winner: winner.value, loser_points: points },
      words: `${winner.closest("label")?.textContent?.trim()} ${length}–${points}`,
    };
  };
  const replaceOlder = async (report) => {
    for (const older of await waitingReports()) {
      if (older.to === report.to && older.who === who) {
        await forget(older);
      }
    }
    await keep(report);
  };
  const follow = async (outcome, report, form) => {
    if (outcome === "sent") {
      await forget(report);
      await settle(report);
      sessionStorage.setItem(SENT, report.state ?? "");
      location.assign(report.next);
      return;
    }
    if (outcome === "refused") {
      await lookAgain(report);
      return;
    }
    if (outcome === "signed-out") {
      signedOut.add(report.key);
    }
    delete form.dataset.sent;
    form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
    /** @type {HTMLDialogElement | null} */ (form.closest("dialog"))?.close();
    await show();
    box.focus();
  };
  const post = async (report, form) => {
    isBusy = true;
    try {
      await replaceOlder(report);
      await follow(who === undefined ? "waiting" : await send(report), report, form);
    } catch {
      sendAsForm(report);
    } finally {
      isBusy = false;
    }
  };
  const isSet = (field) => field !== undefined && !["", "False"].includes(field.value);
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement & { elements: any }} */ (event.target);
    const isPlain = form.matches("[data-report]") && !isSet(form.elements.together) && !isSet(form.elements.insist);
    if (event.defaultPrevented || !isPlain || !event.submitter || who === undefined) {
      return;
    }
    event.preventDefault();
    await post(reportOf(form, /** @type {HTMLButtonElement} */ (event.submitter)), form);
  });
  document.addEventListener("click", (event) => {
    const link = targetOf(event).closest("a[data-won]");
    const place = link && `[data-report-dialog="${link.dataset.of || ""}"]`;
    const dialog = place && /** @type {HTMLDialogElement} */ (document.querySelector(place));
    if (dialog && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      /** @type {HTMLInputElement} */ (dialog.querySelector(`[name=winner][value="${link.dataset.won}"]`)).checked = true;
      dialog.showModal();
      part(dialog, ".points button").focus();
    }
  });
  const acknowledged = async () => {
    for (const message of document.querySelectorAll("[data-draft-sent]")) {
      await drafts.delete(drafts.id(message.dataset.draftSent, who));
    }
    for (const note of document.querySelectorAll("[data-draft-of]")) {
      const draft = await drafts.get(drafts.id(note.dataset.draftOf, who));
      note.hidden = !(draft && draft.isTouched);
    }
  };
  if (who !== undefined) {
    localStorage.setItem(LAST, who);
    acknowledged().then(prune);
  }
  Object.assign(outbox, {
    who: who ?? localStorage.getItem(LAST) ?? "",
    isOfflinePage: who === undefined,
    drafts,
    newKey,
    isSet,
    post,
  });
  const state = sessionStorage.getItem(SENT);
  if (state) {
    sessionStorage.removeItem(SENT);
    receipts = [line(thanks(state), "message")];
  }
  const giveWay = async () => {
    if (location.pathname === box.dataset.offlinePage) {
      return;
    }
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (answer && answer.ok) {
      await outbox.saving;
      location.reload();
    }
  };
  const goOn = who === undefined ? giveWay : deliver;
  show().then(goOn);
  addEventListener("online", goOn);
  document.addEventListener("visibilitychange", () => document.hidden || goOn());
  setInterval(goOn, RETRY);
  if (navigator.serviceWorker && isSecureContext) {
    navigator.serviceWorker.register("/sw.js");
  }
};
const place = document.querySelector("[data-outbox]");
if (place instanceof HTMLElement && window.indexedDB) {
  start(place);
}
return { outbox };
})();

// ---- tally.js ----
const tallyModule = (() => {
const SIDES = ["one", "two"];
const MULTIPLE = { single: 1, gammon: 2, backgammon: 3 };
const away = (score, side) => Math.max(score.length - score.points[side], 0);
const isWon = (score) => Math.max(...score.points) >= score.length;
const isCrawford = (score) =>
  score.length > 1 && !isWon(score) && !score.crawfordDone && (away(score, 0) === 1 || away(score, 1) === 1);
const isLostByPenalties = (conditions, length, game) => SIDES.some((side) => {
  const given = conditions.penalties.filter((one) => one.to === side && one.before_game <= game);
  return 2 * given.reduce((sum, one) => sum + one.points, 0) > length;
});
const settle = (conditions, score, game) => {
  if (isWon(score)) {
    return;
  }
  const lengths = conditions.length_changes.filter((one) => one.before_game === game).map((one) => one.length);
  if (lengths.every((length) => length > Math.max(...score.points))) {
    score.length = lengths.at(-1) ?? score.length;
    for (const penalty of conditions.penalties) {
      if (penalty.before_game === game && !isWon(score)) {
        score.points[SIDES.indexOf(penalty.to)] += penalty.points;
      }
    }
  }
  score.isLost = isLostByPenalties(conditions, score.length, game);
};
const largestCube = (score, cap) => {
  if (score.length === 1 || isCrawford(score)) {
    return 1;
  }
  let largest = 1;
  for (const first of [0, 1]) {
    for (let value = 1, side = first; value < away(score, side) && (cap === null || 2 * value <= cap); side = 1 - side) {
      value *= 2;
      largest = Math.max(largest, value);
    }
  }
  return largest;
};
const stand = (score, cap) => ({
  length: score.length,
  before: [...score.points],
  isCrawford: !score.isLost && isCrawford(score),
  largest: largestCube(score, cap),
});
const tally = (conditions, games) => {
  const score = { length: conditions.length, points: [...conditions.start_score], crawfordDone: false, isLost: false };
  const lines = [];
  for (const [number, game] of games.entries()) {
    settle(conditions, score, number);
    if (score.isLost || isWon(score)) {
      break;
    }
    const line = stand(score, conditions.cube_cap);
    score.crawfordDone = score.crawfordDone || line.isCrawford;
    score.points[SIDES.indexOf(game.winner)] += game.cube * MULTIPLE[game.result];
    lines.push({ ...line, after: [...score.points] });
  }
  if (lines.length === games.length) {
    settle(conditions, score, games.length);
  }
  const isOver = score.isLost || isWon(score);
  const winner = isWon(score) && !score.isLost ? score.points.findIndex((points) => points >= score.length) : null;
  return { lines, next: stand(score, conditions.cube_cap), score: [...score.points], length: score.length, isOver, winner };
};
return { tally };
})();

// ---- sheet.js ----
const sheetModule = (() => {
const { part, targetOf } = domModule;
const { outbox } = outboxModule;
const { tally } = tallyModule;
const PAUSE = 150;
const PATIENCE = 15000;
const RETRY = 10000;
const FIELDS = ["winner", "result", "cube", "ended"];
const UNTOUCHED = { winner: "", result: "single", cube: "1", ended: "borne_off" };
const RADIOS = ["winner", "result"];
const fill = (words, places) => words.replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole));
const newElement = (tag, className, text) => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};
const field = (line, name) => /** @type {HTMLSelectElement} */ (part(line, `[name$="-${name}"]`));
const radios = (line, name) => [.../** @type {NodeListOf<HTMLInputElement>} */ (line.querySelectorAll(`[name$="-${name}"]`))];
const radio = (line, name, value) => /** @type {HTMLInputElement} */ (part(line, `[name$="-${name}"][value="${value}"]`));
const valueOf = (line, name) =>
  (RADIOS.includes(name) ? radios(line, name).find((one) => one.checked)?.value ?? "" : field(line, name).value);
const rowOf = (line) => ({
  winner: valueOf(line, "winner"),
  result: valueOf(line, "result"),
  cube: valueOf(line, "cube"),
  ended: valueOf(line, "ended"),
});
const setField = (line, name, value) => {
  if (!RADIOS.includes(name)) {
    offerValue(field(line, name), value);
    field(line, name).value = value;
  } else if (value) {
    radio(line, name, value).checked = true;
  } else {
    radios(line, name).forEach((one) => { one.checked = false; });
  }
};
const offerValue = (select, value) => {
  if (![...select.options].some((option) => option.value === value)) {
    select.append(new Option(value, value));
  }
};
const isUntouched = (row) => FIELDS.every((name) => row[name] === UNTOUCHED[name]);
const gameOf = (row) => (row.winner ? { ...row, cube: Number(row.cube) } : null);
const changedFields = (line) => FIELDS.filter((name) => {
  if (RADIOS.includes(name)) {
    return radios(line, name).some((one) => one.checked !== one.defaultChecked);
  }
  return [...field(line, name).options].some((option) => option.defaultSelected !== option.selected && option.defaultSelected);
});
const start = (sheet, about, shell = false) => {
  const form = /** @type {HTMLFormElement & { elements: any }} */ (sheet.closest("form"));
  const games = part(sheet, "[data-games]");
  const words = about.words;
  const notice = part(sheet, "[data-kept]");
  const id = outbox.drafts && !about.is_desk ? outbox.drafts.id(about.match, outbox.who) : null;
  const channel = id && window.BroadcastChannel ? new BroadcastChannel("videau-sheet") : null;
  const state = { change: 0, checked: 0, isChecking: false, stamp: "", at: 0, isTouched: false, status: "" };
  const lines = () => /** @type {HTMLDetailsElement[]} */ ([...games.children]);
  const rows = () => lines().map(rowOf);
  const number = () => {
    const all = lines();
    form.elements.lines.value = all.length;
    all.forEach((line, index) => {
      line.id = `game-${index + 1}`;
      for (const element of line.querySelectorAll("[id], [name], [for], [aria-describedby]")) {
        for (const attribute of ["id", "name", "for", "aria-describedby"]) {
          const value = element.getAttribute(attribute);
          if (value && value !== "do") {
            const numbered = value.replace(/(^|_)(?:new|g\d+)-/, `$1g${index}-`);
            element.setAttribute(attribute, numbered.replace(/^game-\d+/, `game-${index + 1}`));
          }
        }
      }
      const remove = /** @type {HTMLButtonElement} */ (part(line, "[data-remove]"));
      remove.value = `remove-${index}`;
      remove.textContent = fill(words.remove, { number: index + 1 });
      remove.hidden = all.length === 1;
    });
  };
  const addLine = () => {
    const blank = /** @type {HTMLTemplateElement} */ (part(sheet, "[data-new-game]"));
    const line = /** @type {HTMLDetailsElement} */ (blank.content.firstElementChild?.cloneNode(true));
    for (const [side, name] of about.names.entries()) {
      const label = /** @type {HTMLLabelElement} */ (radio(line, "winner", ["one", "two"][side]).closest("label"));
      part(label, "span").textContent = name;
    }
    games.append(line);
    number();
    return line;
  };
  const steadily = (line, act) => {
    const before = line?.getBoundingClientRect().top ?? 0;
    act();
    if (line?.isConnected) {
      scrollBy({ top: line.getBoundingClientRect().top - before, behavior: "instant" });
    }
  };
  const letters = (node) => (node.textContent ?? "").replace(/\s+/g, "");
  const write = (target, ...parts) => {
    const content = document.createElement("div");
    content.append(...parts);
    if (letters(target) !== letters(content)) {
      target.replaceChildren(...content.childNodes);
    }
  };
  const gameWords = (row) => {
    let result = words[row.result];
    if (Number(row.cube) > 1) {
      result = fill(words.cube, { result, cube: row.cube });
    }
    return row.ended === "borne_off" ? result : fill(words[row.ended], { result });
  };
  const head = (line, index, row, stand) => {
    const parts = [newElement("span", "game-number", fill(words.game, { number: index + 1 }))];
    if (stand.isCrawford) {
      parts.push(newElement("span", "pill pill-wait game-crawford", words.crawford));
    }
    if (stand.after) {
      parts.push(newElement("span", "game-result", `${about.names[row.winner === "one" ? 0 : 1]}, ${gameWords(row)}`));
      parts.push(newElement("span", "game-score", stand.after.join("–")));
    } else {
      parts.push(newElement("span", "game-score muted", fill(words.at, { one: stand.before[0], two: stand.before[1] })));
    }
    write(part(line, "summary"), ...parts.flatMap((one) => [one, " "]));
  };
  const offer = (line, stand) => {
    const select = field(line, "cube");
    const chosen = select.value;
    const all = Array.from({ length: 11 }, (_, power) => 2 ** power);
    const useful = all.filter((cube) => cube <= stand.largest).map(String);
    const hasOther = about.is_desk || !stand.isCrawford;
    const other = all.filter((cube) => cube > stand.largest).map(String).filter((cube) => hasOther || cube === chosen);
    const cubes = `${useful} ${other}`;
    if (line.dataset.offered === cubes) {
      return;
    }
    line.dataset.offered = cubes;
    const group = document.createElement("optgroup");
    group.label = words.other;
    group.append(...other.map((cube) => new Option(cube, cube)));
    select.replaceChildren(...useful.map((cube) => new Option(cube, cube)), ...(other.length ? [group] : []));
    select.value = chosen;
  };
  const recount = () => {
    const all = rows();
    const entered = all.map(gameOf);
    const complete = entered.filter((game) => game !== null);
    const sum = tally(about.conditions, complete);
    let place = 0;
    lines().forEach((line, index) => {
      const before = tally(about.conditions, complete.slice(0, place)).next;
      const stand = entered[index] === null ? before : sum.lines[place] || before;
      place += entered[index] === null ? 0 : 1;
      head(line, index, all[index], stand);
      offer(line, stand);
    });
    part(sheet, "#sheet-score strong").textContent = sum.score.join("–");
    const verdict = sum.winner === null ? [] : [fill(words.won, { winner: about.names[sum.winner] })];
    write(part(sheet, "#sheet-won"), ...verdict.map((sentence) => newElement("p", "note", sentence)));
    return sum;
  };
  const arrange = () => {
    const { isOver } = recount();
    const all = rows();
    if (isOver && all.length > 1 && isUntouched(all[all.length - 1])) {
      games.lastElementChild?.remove();
      number();
    } else if (!isOver && all.every((row) => row.winner) && all.length < about.most_lines) {
      addLine();
      recount();
    }
    part(sheet, "[data-add]").hidden = isOver;
    part(sheet, "[data-send]").classList.toggle("quiet", !isOver);
  };
  const fold = (line) => {
    for (const other of lines()) {
      const isDone = other !== line && other.open && gameOf(rowOf(other)) && !other.querySelector(".refusal");
      if (isDone && scrollY > other.getBoundingClientRect().height) {
        other.open = false;
      }
    }
  };
  const tell = (status) => {
    state.status = status;
    const parts = status ? [newElement("p", status === "sent" ? "message" : "note", words[status])] : [];
    if (status === "kept" || status === "unchecked") {
      const button = /** @type {HTMLButtonElement} */ (newElement("button", "quiet small", words.begin_anew));
      button.type = "button";
      button.addEventListener("click", beginAnew);
      parts.push(button);
    }
    write(notice, ...parts);
  };
  const keep = () => {
    if (!id) {
      return;
    }
    Object.assign(state, { stamp: outbox.newKey(), at: Date.now() });
    const { names, match, conditions, page, to, next, length } = about;
    const draft = {
      id, who: outbox.who, stamp: state.stamp, at: state.at, isTouched: state.isTouched, rows: rows(),
      lang: document.documentElement.lang, about: { names, match, conditions, page, to, next, length },
    };
    channel?.postMessage({ id, rows: draft.rows, stamp: draft.stamp, at: draft.at });
    outbox.saving = outbox.drafts.put(draft).then(
      () => state.isTouched && state.stamp === draft.stamp && tell(state.status === "unchecked" ? "unchecked" : "kept"),
      () => tell("unkept"),
    );
  };
  const beginAnew = async () => {
    if (confirm(words.sure)) {
      await outbox.drafts.delete(id);
      location.assign(about.page);
    }
  };
  const adopt = (draft) => {
    Object.assign(state, { stamp: draft.stamp, at: draft.at, isTouched: true, change: state.change + 1 });
    while (lines().length > draft.rows.length) {
      games.lastElementChild?.remove();
    }
    while (lines().length < draft.rows.length) {
      addLine();
    }
    number();
    lines().forEach((line, index) => {
      FIELDS.forEach((name) => setField(line, name, draft.rows[index][name]));
      delete line.dataset.offered;
      line.open = !draft.rows[index].winner || index === draft.rows.length - 1;
    });
    arrange();
    tell("kept");
    ask();
  };
  const put = (answer, line) => {
    Object.assign(about, JSON.parse(part(answer, "[data-about]").dataset.about ?? "{}"));
    steadily(line, () => {
      for (const news of answer.querySelectorAll("[data-tally]")) {
        const target = sheet.querySelector(`#${CSS.escape(news.id)}`);
        if (target && target.innerHTML !== news.innerHTML) {
          write(target, ...news.childNodes);
        }
      }
    });
  };
  const isSummed = async (change) => {
    const body = new FormData(form);
    body.set("do", "check");
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(about.page, { method: "POST", body, redirect: "error", signal });
    const text = answer.ok ? await answer.text() : "";
    if (text && change === state.change) {
      const page = document.createElement("template");
      page.innerHTML = text;
      put(page.content, document.activeElement?.closest(".game"));
      state.checked = change;
    }
    return Boolean(text);
  };
  const check = async () => {
    if (state.isChecking || state.checked === state.change || shell) {
      return;
    }
    state.isChecking = true;
    const change = state.change;
    const isAnswered = await isSummed(change).catch(() => false);
    state.isChecking = false;
    if (state.isTouched && ["kept", "unchecked"].includes(state.status)) {
      tell(isAnswered ? "kept" : "unchecked");
    }
    if (isAnswered && change !== state.change) {
      ask();
    }
  };
  let pause = 0;
  const ask = () => {
    clearTimeout(pause);
    pause = setTimeout(check, PAUSE);
  };
  const changed = (line) => {
    state.change += 1;
    state.isTouched = true;
    steadily(line, () => {
      arrange();
      fold(line);
    });
    keep();
    ask();
  };
  games.addEventListener("change", (event) => changed(targetOf(event).closest(".game")));
  sheet.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-add], [data-remove]");
    if (!button) {
      return;
    }
    event.preventDefault();
    if (button.matches("[data-add]")) {
      const line = addLine();
      changed(line);
      line.scrollIntoView({ block: "nearest" });
      field(line, "winner").focus();
    } else {
      button.closest(".game")?.remove();
      number();
      changed(null);
    }
  });
  const gap = () => lines().find((line) => !rowOf(line).winner && !isUntouched(rowOf(line)));
  const reportOf = () => {
    const typed = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken"));
    const complete = rows().map(gameOf).filter((game) => game !== null);
    const sum = tally(about.conditions, complete);
    const counted = sum.score.map((points) => Math.min(points, sum.length));
    return {
      key: outbox.newKey(),
      who: outbox.who,
      to: about.to,
      page: about.page,
      next: about.next,
      said: { games: complete },
      typed: { ...typed, do: "send" },
      words: `${about.names[0]} ${counted.join("–")} ${about.names[1]}`,
      draft: { id, stamp: state.stamp },
    };
  };
  document.addEventListener("submit", async (event) => {
    if (event.target !== form || event.defaultPrevented) {
      return;
    }
    const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
    const isLook = submitter?.value === "look";
    const isPlain = outbox.post && !about.is_desk && !outbox.isSet(form.elements.together) && !outbox.isSet(form.elements.insist);
    const line = gap();
    if (isLook || line) {
      event.preventDefault();
      delete form.dataset.sent;
      form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
      if (line) {
        const note = newElement("div", "refusal", words.gap);
        note.setAttribute("role", "alert");
        write(part(sheet, "#sheet-reasons"), note);
        line.open = true;
        field(line, "winner").focus();
      }
      return;
    }
    if (isPlain && submitter?.value === "send") {
      event.preventDefault();
      if (!state.stamp) {
        keep();
      }
      await outbox.saving;
      await outbox.post(reportOf(), form);
    }
  });
  const look = async () => {
    const draft = id && (await outbox.drafts.get(id));
    if (draft && draft.isTouched && draft.stamp !== state.stamp && draft.at > state.at) {
      adopt(draft);
    }
  };
  channel?.addEventListener("message", ({ data }) => data.id === id && data.stamp !== state.stamp && adopt(data));
  document.addEventListener("visibilitychange", () => document.hidden || look());
  document.addEventListener("videau:sent", ({ detail }) => {
    if (detail.draft?.id === id && detail.draft.stamp === state.stamp) {
      tell("sent");
    }
  });
  addEventListener("online", check);
  setInterval(check, RETRY);
  const begin = async () => {
    const taps = lines().map((line) => changedFields(line).map((name) => ({ name, value: rowOf(line)[name] })));
    const isTapped = taps.some((fields) => fields.length);
    if (!lines().length) {
      addLine();
    }
    const draft = id ? await outbox.drafts.get(id).catch(() => null) : null;
    if (draft?.isTouched && state.change === 0) {
      adopt(draft);
      taps.forEach((fields, index) => fields.forEach(({ name, value }) => setField(lines()[index], name, value)));
    }
    if (isTapped) {
      changed(null);
    } else if (state.change === 0) {
      recount();
      keep();
    }
    sheet.dataset.ready = "1";
  };
  begin();
};
const open = async () => {
  const sheet = document.querySelector("[data-sheet]");
  if (sheet instanceof HTMLElement) {
    const { to, next } = /** @type {HTMLFormElement} */ (sheet.closest("form")).dataset;
    const about = JSON.parse(sheet.dataset.about ?? "{}");
    const length = part(sheet, "#sheet-score small").textContent;
    const { match, page } = sheet.dataset;
    start(sheet, { ...about, match, page, to, next, length });
    return;
  }
  const address = location.pathname.match(/^\/m\/([^/]+)\/scoresheet\/$/);
  const draft = address && outbox.isOfflinePage && (await outbox.drafts.get(outbox.drafts.id(address[1], outbox.who)));
  if (!draft) {
    return;
  }
  const forms = /** @type {HTMLTemplateElement[]} */ ([...document.querySelectorAll("template[data-sheet-page]")]);
  const template = forms.find((one) => one.lang === draft.lang) || forms[0];
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const page = part(content, "[data-sheet]");
  const [one, two] = page.querySelectorAll("#sheet-score span");
  [one.textContent, two.textContent] = draft.about.names;
  part(page, "#sheet-score small").textContent = draft.about.length;
  const about = { ...JSON.parse(page.dataset.about ?? "{}"), ...draft.about };
  page.querySelectorAll(".game").forEach((line) => line.remove());
  document.querySelectorAll("[data-no-connection]").forEach((section) => { section.hidden = true; });
  part(document, "[data-sheet-place]").append(content);
  document.documentElement.lang = draft.lang;
  start(page, about, true);
};
open();
})();

// ---- videau.js ----
const videauModule = (() => {

})();
})();
