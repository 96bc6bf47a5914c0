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
const hex = (byte) => byte.toString(16).padStart(2, "0");
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
return { targetOf, part, newKey };
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
    const folded = /** @type {HTMLDetailsElement | null} */ (control.matches("label") && control.closest("details"));
    if (folded) {
      folded.open = true;
    }
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

// ---- passkeys.js ----
const passkeysModule = (() => {
const { part, targetOf } = domModule;
const hasPasskeys =
  "PublicKeyCredential" in window &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);
const optionsOf = async (form, button) => {
  if (button.dataset.options !== undefined) {
    return JSON.parse(button.dataset.options).publicKey;
  }
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  return (await answer.json()).request_options.publicKey;
};
const credentialOf = async (form, button) => {
  const options = await optionsOf(form, button);
  if (button.dataset.passkey !== "create") {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  }
  options.authenticatorSelection = { ...options.authenticatorSelection, residentKey: "preferred", requireResidentKey: false };
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
};
const send = async (form, button) => {
  const failure = part(form, "[data-passkey-failed]");
  failure.hidden = true;
  button.disabled = true;
  try {
    const credential = await credentialOf(form, button);
    /** @type {HTMLInputElement} */ (part(form, "[name=credential]")).value = JSON.stringify(credential);
    form.submit();
  } catch {
    failure.hidden = false;
    button.disabled = false;
  }
};
document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("[data-passkey]");
  if (button instanceof HTMLButtonElement && button.form !== null) {
    event.preventDefault();
    void send(button.form, button);
  }
});
if (hasPasskeys) {
  for (const element of document.querySelectorAll("[data-passkeys]")) {
    /** @type {HTMLElement} */ (element).hidden = false;
  }
  for (const element of document.querySelectorAll("[data-no-passkeys]")) {
    /** @type {HTMLElement} */ (element).hidden = true;
  }
}
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
})();

// ---- outbox.js ----
const outboxModule = (() => {
const { newKey, part, targetOf } = domModule;
const outbox = {};
const start = (box) => {
  const token = () => /** @type {HTMLInputElement?} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value ?? "";
  const RETRY = 10000;
  const SOON = 2000;
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
  const waitingReports = async () => {
    const reports = await inStore("reports", "readonly", (all) => all.getAll());
    return reports.sort((one, two) => (one.at ?? 0) - (two.at ?? 0));
  };
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
    if (!report.desk) {
      await forget(report);
    }
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
  const isShared = (report) =>
    report.desk !== undefined && !report.reason && (who === undefined || report.who === who) && !signedOut.has(report.key);
  const deskNote = (reports) => {
    if (!reports.length) {
      return [];
    }
    const words = (box.dataset.desk ?? "").replace("{count}", String(reports.length));
    const note = line(words, "note", ...(who === undefined ? [] : [button(box.dataset.now, deliver)]));
    const list = document.createElement("ul");
    for (const report of reports) {
      const item = document.createElement("li");
      item.textContent = report.words;
      list.append(item);
    }
    note.querySelector("p")?.after(list);
    return [note];
  };
  let receipts = [];
  const show = async () => {
    const reports = await waitingReports();
    const lines = [
      ...receipts, ...deskNote(reports.filter(isShared)), ...reports.filter((one) => !isShared(one)).map(lineOf),
    ];
    document.dispatchEvent(new CustomEvent("videau:kept", { detail: reports }));
    const before = box.textContent;
    const now = lines.map((one) => one.textContent).join("");
    if (before !== now) {
      box.replaceChildren(...lines);
    }
  };
  const thanks = (state) => (state ? box.dataset[state === "final" || state === "reported" ? state : "disputed"] : "") ?? "";
  const trySoon = (answer) => answer.status === 503 && setTimeout(() => goOn(), SOON);
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
    trySoon(answer);
    if (answer.status >= 500 || answer.status === 429 || body.code === "request_in_progress") {
      return "waiting";
    }
    if (answer.status === 401 || body.code === "csrf_failed") {
      return "signed-out";
    }
    report.reason = body.detail || answer.statusText || String(answer.status);
    return "refused";
  };
  const sendAct = async (report) => {
    const fields = { ...report.typed, form_key: report.key, csrfmiddlewaretoken: token() };
    let answer;
    try {
      answer = await fetch(report.page, {
        method: "POST", body: new URLSearchParams(fields), signal: AbortSignal.timeout(PATIENCE),
      });
    } catch {
      return "waiting";
    }
    if (answer.redirected || answer.ok) {
      return new URL(answer.url).pathname === report.next ? "sent" : "signed-out";
    }
    trySoon(answer);
    if (answer.status >= 500 || answer.status === 429) {
      return "waiting";
    }
    if (answer.status === 403) {
      return "signed-out";
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const reason = page.querySelector("main .refusal, main h1")?.textContent ?? "";
    report.reason = reason.trim().replace(/\s+/g, " ") || String(answer.status);
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
        const outcome = await (report.said ? send(report) : sendAct(report));
        if (outcome === "sent") {
          await forget(report);
          await settle(report);
          const words = report.desk ? "" : thanks(report.state);
          receipts.push(line(`${say(box.dataset.sent, report)} ${words}`.trim(), "message"));
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
      if (older.to === report.to && older.who === who && !report.adds) {
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
  const add = async (report) => {
    await replaceOlder(report);
    await show();
    deliver();
  };
  const plainOf = (form) => {
    const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const { name = "" } = typed;
    return {
      key: newKey(),
      who,
      to: form.dataset.to ?? "",
      page: form.action,
      next: location.pathname,
      said: name ? { name } : {},
      typed,
      words: form.dataset.words || name,
      adds: form.dataset.adds !== undefined,
    };
  };
  const isSet = (field) => field !== undefined && !["", "False"].includes(field.value);
  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement & { elements: any }} */ (event.target);
    if (form.matches("[data-queue]") && !event.defaultPrevented && who !== undefined) {
      event.preventDefault();
      await post(plainOf(form), form);
      return;
    }
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
    words: box.dataset,
    isOfflinePage: who === undefined,
    drafts,
    newKey,
    isSet,
    post,
    add,
    show,
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

// ---- evening.js ----
const eveningModule = (() => {
const { part, targetOf } = domModule;
const { outbox } = outboxModule;
const fill = (element, places) =>
  Object.entries(places).reduce((words, [name, value]) => words.replace(`{${name}}`, value), element.dataset.words ?? "");
const start = (dialog) => {
  const form = /** @type {HTMLFormElement} */ (part(dialog, "[data-evening-form]"));
  const points = part(dialog, "[data-evening-points]");
  const agree = part(dialog, "[data-evening-agree]");
  const alone = part(dialog, "[data-evening-alone]");
  const both = [...dialog.querySelectorAll("[data-evening-both]")];
  const yes = /** @type {HTMLButtonElement[]} */ ([...agree.querySelectorAll("[data-evening-both] button")]);
  let tapped;
  let loser = 0;
  const about = () => /** @type {DOMStringMap} */ (tapped?.dataset);
  const name = (side) => about()[side] ?? "";
  const score = () => {
    const length = Number(about().length);
    return about().eveningWon === "one" ? [length, loser] : [loser, length];
  };
  const open = (link) => {
    tapped = link;
    const won = about().eveningWon ?? "one";
    part(dialog, "[data-evening-title]").textContent = fill(part(dialog, "[data-evening-title]"), { winner: name(won) });
    const legend = part(dialog, "[data-evening-loser]");
    legend.textContent = fill(legend, { loser: name(won === "one" ? "two" : "one") });
    for (const button of points.querySelectorAll("button")) {
      button.hidden = Number(button.value) >= Number(about().length);
    }
    points.hidden = false;
    agree.hidden = true;
    dialog.showModal();
    part(points, "button").focus();
  };
  const choose = (value) => {
    loser = Number(value);
    const [one, two] = score();
    const isBoth = about().both !== undefined;
    part(dialog, "[data-evening-score]").textContent = `${name("one")} ${one}–${two} ${name("two")}`;
    for (const element of both) {
      /** @type {HTMLElement} */ (element).hidden = !isBoth;
    }
    alone.hidden = isBoth;
    for (const button of yes) {
      button.textContent = fill(part(agree, "[data-evening-both]"), { name: name(button.value) });
      button.setAttribute("aria-pressed", "false");
    }
    points.hidden = true;
    agree.hidden = false;
    (isBoth ? yes[0] : alone)?.focus();
  };
  const send = () => {
    const isBoth = about().both !== undefined;
    const [one, two] = score();
    const word = isBoth ? { together: "True", agree_one: "on", agree_two: "on" } : {};
    form.action = /** @type {HTMLAnchorElement} */ (tapped).pathname;
    outbox.post(
      {
        key: outbox.newKey(),
        who: outbox.who,
        to: about().to ?? "",
        page: form.action,
        next: location.pathname,
        said: isBoth ? { score: score(), source: "together" } : { score: score() },
        typed: { winner: about().eveningWon, loser_points: loser, ...word },
        words: `${name("one")} ${one}–${two} ${name("two")}`,
      },
      form,
    );
  };
  document.addEventListener("click", (event) => {
    const link = targetOf(event).closest("a[data-evening-won]");
    if (link instanceof HTMLElement && outbox.post && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      open(link);
    }
  });
  points.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (button instanceof HTMLButtonElement) {
      choose(button.value);
    }
  });
  agree.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (button === alone) {
      send();
    } else if (button instanceof HTMLButtonElement) {
      button.setAttribute("aria-pressed", "true");
      if (yes.every((one) => one.getAttribute("aria-pressed") === "true")) {
        send();
      }
    }
  });
  part(dialog, "[data-evening-close]").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => event.preventDefault());
};
const place = document.querySelector("[data-evening-dialog]");
if (place instanceof HTMLDialogElement) {
  start(place);
}
})();

// ---- sheet_line.js ----
const sheet_lineModule = (() => {
const { part } = domModule;
const FIELDS = ["winner", "result", "cube", "ended"];
const UNTOUCHED = { winner: "", result: "single", cube: "1", ended: "borne_off" };
const RADIOS = ["winner", "result"];
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
return { FIELDS, field, radio, rowOf, setField, isUntouched, gameOf, changedFields };
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
const { FIELDS, changedFields, field, gameOf, isUntouched, radio, rowOf, setField } = sheet_lineModule;
const { tally } = tallyModule;
const PAUSE = 150;
const PATIENCE = 15000;
const RETRY = 10000;
const fill = (words, places) => words.replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole));
const newElement = (tag, className, text) => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};
const start = (sheet, about, shell = false) => {
  const form = /** @type {HTMLFormElement & { elements: any }} */ (sheet.closest("form"));
  const games = part(sheet, "[data-games]");
  const words = about.words;
  const notice = part(sheet, "[data-kept]");
  const id = outbox.drafts && !about.is_desk ? outbox.drafts.id(about.match, outbox.who) : null;
  const channel = id && window.BroadcastChannel ? new BroadcastChannel("videau-sheet") : null;
  const state = { change: 0, checked: 0, isChecking: false, stamp: "", at: 0, isTouched: false, isChanged: false, status: "" };
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
        const isRefusal = target?.id === "sheet-reasons" && !state.isChanged;
        if (target && !isRefusal && target.innerHTML !== news.innerHTML) {
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
    state.isChanged = true;
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
        state.isChanged = false;
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

// ---- hand.js ----
const handModule = (() => {
const { targetOf } = domModule;
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
})();

// ---- readings.js ----
const readingsModule = (() => {
const MOST = 6;
const FEWEST_LETTERS = 2;
const SCORE = /(\d{1,3})\s*[-–:]\s*(\d{1,3})$/;
const TOGETHER = /^(\d{1,3})([ab])(\d{1,2})$/i;
const NUMBER = /^\d{1,9}$/;
const SIDES = { a: 0, 1: 0, b: 1, 2: 1 };
const PLAIN = {
  æ: "ae", œ: "oe", ß: "ss", þ: "th", ð: "d", đ: "d", ø: "o", ł: "l", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ĸ: "q", ə: "e",
};
const folded = (text) =>
  text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase().replace(/\P{ASCII}/gu, (letter) => PLAIN[letter] ?? letter)
    .split(/\s+/).filter(Boolean).join(" ");
const entryOf = (text) => {
  const words = text.replace(/^[/ ]+/, "").split(/\s+/).filter(Boolean);
  const joined = words.join(" ");
  const together = TOGETHER.exec(joined);
  if (together) {
    return { words: together[1], side: SIDES[together[2].toLowerCase()], points: Number(together[3]), score: null };
  }
  const score = SCORE.exec(joined);
  if (score && score.index) {
    return {
      words: joined.slice(0, score.index).trim(), side: null, points: null, score: [Number(score[1]), Number(score[2])],
    };
  }
  const last = words[words.length - 1] ?? "";
  const points = words.length > 1 && NUMBER.test(last) ? Number(last) : null;
  const rest = points === null ? words : words.slice(0, -1);
  const end = (rest[rest.length - 1] ?? "").toLowerCase();
  const side = rest.length > 1 && end in SIDES ? SIDES[end] : null;
  if (side !== null && (points !== null || /^\p{L}+$/u.test(end))) {
    return { words: rest.slice(0, -1).join(" "), side, points, score: null };
  }
  return { words: rest.join(" "), side: null, points, score: null };
};
const atTable = (words, matches) => {
  const key = folded(words);
  return matches.filter((match) => key && match.key_table === key);
};
const ofTable = (match, entry) => {
  if (entry.score) {
    const [one, two] = entry.score;
    const high = Math.max(one, two);
    return [{ match, winner: one >= two ? 0 : 1, points: Math.min(one, two), high, isOfTable: true }];
  }
  const sides = entry.side === null ? [0, 1] : [entry.side];
  return sides.map((winner) => ({ match, winner, points: entry.points, high: null, isOfTable: true }));
};
const readingsOf = (text, matches) => {
  let entry = entryOf(text);
  if (!atTable(entry.words, matches).length && atTable(text, matches).length) {
    entry = { words: text, side: null, points: null, score: null };
  }
  const readings = atTable(entry.words, matches).flatMap((match) => ofTable(match, entry));
  const words = folded(entry.words).split(" ").filter(Boolean);
  if (words.join("").length >= FEWEST_LETTERS) {
    const high = entry.score && Math.max(...entry.score);
    const points = entry.score ? Math.min(...entry.score) : entry.points;
    for (const match of matches) {
      for (const winner of /** @type {(0 | 1)[]} */ ([0, 1])) {
        const name = winner === 0 ? match.key_one : match.key_two;
        if (words.every((word) => name.includes(word))) {
          readings.push({ match, winner, points, high, isOfTable: false });
        }
      }
    }
  }
  return readings.slice(0, MOST);
};
const isComplete = (one) =>
  one.points !== null && one.points < one.match.length && (one.high === null || one.high >= one.match.length);
return { folded, readingsOf, isComplete };
})();

// ---- desk.js ----
const deskModule = (() => {
const { targetOf } = domModule;
const { outbox } = outboxModule;
const { isComplete, readingsOf } = readingsModule;
const LINE = "[data-pick='#answers']";
const SIDES = ["one", "two"];
const ACT = /\/matches\/([^/]+)\/(?:call|start|forfeit)\/$/;
const KEPT = 2 * 24 * 3600 * 1000;
let isAway = false;
let matches = [];
let seen = "";
let tables = [];
const board = () => document.querySelector("[data-board-matches]");
const line = () => document.querySelector(LINE);
const answers = () => document.querySelector("#answers");
const words = () => board()?.dataset ?? {};
const idOf = () => `desk ${outbox.who} ${location.pathname}`;
const make = (tag, fields, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};
const winnerOf = (one) => (one.winner === 0 ? one.match.one : one.match.two);
const loserOf = (one) => (one.winner === 0 ? one.match.two : one.match.one);
const valueOf = (one) => `${one.match.uid}:${SIDES[one.winner]}:${one.points}`;
const answerOf = (one, isOnly) => {
  const where = make("small", {}, one.match.table ? `${one.match.event} · ${one.match.table}` : one.match.event);
  const name = make("strong", {}, winnerOf(one));
  if (!isComplete(one)) {
    const grow = make("span", { class: "grow" }, name, ` – ${loserOf(one)} `, where);
    return make("span", { class: "answer" }, grow, make("span", { class: "answer-act" }, words().missing ?? ""));
  }
  const grow = make("span", { class: "grow" }, name, ` ${one.match.length}–${one.points} ${loserOf(one)} `, where);
  const act = make("span", { class: "answer-act" }, words().act ?? "");
  const look = isOnly ? "answer is-default" : "answer";
  return make("button", { class: look, name: "do", value: valueOf(one) }, grow, act);
};
const showAnswers = () => {
  const [field, place] = [line(), answers()];
  if (!field || !place) {
    return;
  }
  const typed = field.value.trim();
  const readings = typed ? readingsOf(typed, matches) : [];
  const items = readings.map((one) => make("li", {}, answerOf(one, readings.length === 1)));
  const note = (readings.length ? readings.length > 1 && words().choose : typed && words().none) || "";
  place.replaceChildren(
    make("input", { type: "hidden", name: "for_q", value: field.value }),
    make("input", { type: "hidden", name: "seen", value: seen }),
    ...(readings.length > 1 ? [make("button", { hidden: "", tabindex: "-1", name: "do", value: "search" })] : []),
    ...(note ? [make("p", { class: "note", role: "status" }, note)] : []),
    make("ul", { class: "answers" }, ...items),
  );
};
const choice = (pressed, typed, forWords) => {
  const [uid, side, points] = pressed.split(":");
  const match = matches.find((one) => one.uid === uid);
  if (match && points !== undefined && forWords.trim() === typed) {
    return { match, winner: side === "one" ? 0 : 1, points: Number(points), high: null, isOfTable: false };
  }
  const readings = readingsOf(typed, matches);
  return readings.length === 1 && isComplete(readings[0]) ? readings[0] : null;
};
const enter = async (form, fields) => {
  const typed = (fields.q ?? "").trim();
  const one = typed ? choice(fields.do ?? "", typed, fields.for_q ?? "") : null;
  const field = line();
  if (!one || !field || !outbox.add) {
    showAnswers();
    return;
  }
  const score = one.winner === 0 ? [one.match.length, one.points] : [one.points, one.match.length];
  await outbox.add({
    key: outbox.newKey(),
    at: Date.now(),
    who: outbox.who,
    to: `/api/v1/matches/${one.match.uid}/reports/`,
    page: form.getAttribute("action") || location.pathname,
    next: "",
    said: { score },
    typed: { q: typed, for_q: typed, do: valueOf(one), seen: fields.seen || seen, within: fields.within ?? "", kept: "1" },
    words: `${winnerOf(one)} ${one.match.length}–${one.points} ${loserOf(one)}`,
    desk: one.match.uid,
  });
  field.value = "";
  showAnswers();
  field.focus();
};
const perform = async (page, fields, said) => {
  const [, uid, act] = /** @type {RegExpExecArray} */ (/\/matches\/([^/]+)\/([^/]+)\/$/.exec(page));
  const table = act === "call" ? fields.table || tables[0] || "" : "";
  tables = tables.filter((one) => one !== table);
  const typed = { seen, ...fields, kept: "1", ...(table ? { table } : {}) };
  delete typed.csrfmiddlewaretoken;
  await outbox.add({
    key: outbox.newKey(),
    at: Date.now(),
    who: outbox.who,
    to: page,
    page,
    next: location.pathname,
    said: null,
    typed,
    words: table ? `${said} · ${words().table ?? ""} ${table}` : said,
    desk: uid,
  });
};
const saidOf = (button) => {
  const copy = /** @type {HTMLElement} */ (button.cloneNode(true));
  copy.querySelector("kbd")?.remove();
  return (copy.textContent ?? "").trim().replace(/\s+/g, " ");
};
const performForm = (form, fields) => {
  const more = /** @type {HTMLDetailsElement | null} */ (form.closest("details.board-more"));
  if (more) {
    more.open = false;
  }
  perform(form.getAttribute("action") ?? "", fields, saidOf(/** @type {HTMLElement} */ (form.querySelector("button"))));
};
const release = (form) => {
  delete form.dataset.sent;
  form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
};
const isAct = (element) => element.matches("form") && outbox.add && ACT.test(element.getAttribute("action") ?? "");
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  const isLine = elt.matches("form") && elt.querySelector(LINE) !== null;
  if (isAway && board() && (isLine || isAct(elt))) {
    event.preventDefault();
    setTimeout(() => release(elt));
    (isLine ? enter : performForm)(elt, Object.fromEntries(requestConfig.formData ?? []));
  }
});
const goOnAlone = (event) => {
  const { elt, formData } = event.detail.requestConfig;
  if (!board()) {
    return;
  }
  if (elt.matches("form") && elt.querySelector(LINE)) {
    event.preventDefault();
    enter(elt, Object.fromEntries(formData ?? []));
  } else if (isAct(elt)) {
    event.preventDefault();
    setTimeout(() => release(elt));
    performForm(elt, Object.fromEntries(formData ?? []));
  } else if (elt.matches(LINE)) {
    showAnswers();
  }
};
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    isAway = true;
    goOnAlone(event);
  });
}
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 503) {
    goOnAlone(event);
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr?.status) {
    isAway = false;
  }
});
addEventListener("offline", () => { isAway = true; });
document.addEventListener("input", (event) => {
  if ((isAway || outbox.isOfflinePage) && targetOf(event).matches(LINE) && board()) {
    showAnswers();
  }
});
let unsent = [];
const mark = () => {
  for (const pill of document.querySelectorAll("[data-unsent]")) {
    pill.remove();
  }
  for (const uid of unsent) {
    for (const row of document.querySelectorAll(`#at-${CSS.escape(uid)}, #row-${CSS.escape(uid)}`)) {
      row.append(make("span", { class: "pill pill-wait", "data-unsent": "" }, words().pending ?? ""));
    }
  }
};
document.addEventListener("videau:kept", (event) => {
  unsent = event.detail.filter((/** @type {any} */ one) => one.desk).map((/** @type {any} */ one) => one.desk);
  mark();
});
const remember = async () => {
  const data = board();
  const form = line()?.form;
  if (!data || !form || !data.dataset.boardMatches) {
    return;
  }
  matches = JSON.parse(data.dataset.boardMatches);
  seen = data.dataset.seen ?? "";
  tables = JSON.parse(data.dataset.freeTables ?? "[]");
  mark();
  const where = { form: form.getAttribute("action"), within: data.dataset.within ?? "" };
  await outbox.drafts?.put({ id: idOf(), at: Date.now(), isDesk: true, ...where, seen, matches, tables });
};
document.addEventListener("htmx:afterSwap", remember);
const rowOf = (match, lists) => {
  const button = (act, said = "", fields = {}) => {
    const element = make("button", { type: "button", class: `small ${act === "forfeit" ? "quiet" : "outline"}` }, said);
    element.addEventListener("click", () => {
      const page = `${lists.form}matches/${match.uid}/${act}/`;
      perform(page, { within: lists.within, ...fields }, `${said} ${match.one} – ${match.two}`);
    });
    return element;
  };
  const names = make("span", { class: "grow" }, `${match.one} – ${match.two} `, make("small", {}, match.table || match.event));
  const next = match.table ? button("start", words().start) : button("call", words().call);
  const forfeits = SIDES.map((side, number) =>
    button("forfeit", (words().forfeit ?? "").replace("{name}", number ? match.two : match.one), { side }));
  return make(
    "li", { class: "row", id: `row-${match.uid}` }, names, ...(match.begun ? [] : [next]),
    make("details", {}, make("summary", {}, words().more ?? ""), make("div", { class: "actions" }, ...forfeits)),
  );
};
const standIn = async () => {
  const place = document.querySelector("[data-sheet-place]");
  const lists = await outbox.drafts?.get(idOf());
  const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector("[data-desk-page]"));
  if (!place || !template || !lists || Date.now() - lists.at > KEPT) {
    return;
  }
  matches = lists.matches;
  seen = lists.seen;
  tables = lists.tables;
  place.replaceChildren(template.content.cloneNode(true));
  const form = /** @type {HTMLFormElement} */ (place.querySelector("form"));
  form.setAttribute("action", lists.form);
  for (const section of document.querySelectorAll("[data-no-connection]")) {
    section.hidden = true;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    release(form);
    enter(form, /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form, event.submitter))));
  });
  for (const match of matches) {
    place.querySelector("[data-matches]")?.append(rowOf(match, lists));
  }
  line()?.focus();
};
if (outbox.isOfflinePage) {
  standIn();
} else if (outbox.add) {
  remember().then(outbox.show);
}
})();

// ---- again.js ----
const againModule = (() => {
const { outbox } = outboxModule;
const BUSY = 503;
const PAUSE = 2000;
const NOTE = "not-saved";
const noteIn = (form, words = "") => {
  const note = form.querySelector(`.${NOTE}`) ?? document.createElement("p");
  note.className = `note ${NOTE}`;
  note.setAttribute("role", "status");
  note.textContent = words;
  return note;
};
document.addEventListener("htmx:responseError", (event) => {
  const { requestConfig, xhr } = event.detail;
  const form = requestConfig.elt;
  if (xhr.status !== BUSY || event.defaultPrevented || !form.matches("form[method=post]")) {
    return;
  }
  const hasKey = form.querySelector("[name=form_key]") !== null;
  form.append(noteIn(form, hasKey ? outbox.words?.notSaved : outbox.words?.sendAgain));
  hasKey && setTimeout(() => form.isConnected && form.requestSubmit(requestConfig.triggeringEvent?.submitter), PAUSE);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) {
    event.detail.requestConfig.elt.querySelector(`.${NOTE}`)?.remove();
  }
});
const page = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-again]"));
if (page) {
  setTimeout(() => page.requestSubmit(), Number(page.dataset.again) * 1000);
}
})();

// ---- canvas_gains.js ----
const canvas_gainsModule = (() => {
const signatures = (plane) => {
  const all = [...plane.querySelectorAll("li[data-slot]")].map((slot) => [
    slot.getAttribute("data-slot") ?? "",
    (slot.textContent ?? "").replace(/\s+/g, " "),
  ]);
  return new Map(all);
};
const showGains = (plane, before) => {
  for (const [place, words] of signatures(plane)) {
    if (before.has(place) && before.get(place) !== words) {
      plane.querySelector(`li[data-slot="${place}"]`)?.classList.add("is-fresh");
    }
  }
};
return { signatures, showGains };
})();

// ---- canvas_keys.js ----
const canvas_keysModule = (() => {
const { targetOf } = domModule;
const PAGE = 8;
const slotsOf = (plane) => [...plane.querySelectorAll("li[data-slot]")].filter((one) => one instanceof HTMLElement);
const linkOf = (slot) => slot.querySelector(".slot-box");
const neighbour = (plane, slot, key) => {
  const all = slotsOf(plane);
  const inRound = slotsOf(/** @type {HTMLElement} */ (slot.closest("ol")));
  const at = inRound.indexOf(slot);
  const rounds = [...plane.querySelectorAll(".bracket:first-of-type .round ol")];
  switch (key) {
    case "ArrowRight":
      return all.find((one) => one.dataset.slot === slot.dataset.to) ?? null;
    case "ArrowLeft":
      return all.find((one) => one.dataset.to === slot.dataset.slot) ?? null;
    case "ArrowUp":
      return inRound[at - 1] ?? all[all.indexOf(slot) - 1] ?? null;
    case "ArrowDown":
      return inRound[at + 1] ?? all[all.indexOf(slot) + 1] ?? null;
    case "PageUp":
      return inRound[Math.max(at - PAGE, 0)];
    case "PageDown":
      return inRound[Math.min(at + PAGE, inRound.length - 1)];
    case "Home":
      return all[0] ?? null;
    case "End":
      return rounds.at(-1)?.querySelector("li") ?? null;
    default:
      return null;
  }
};
const stopAt = (plane, slot) => {
  for (const box of plane.querySelectorAll(".slot-box")) {
    if (box instanceof HTMLElement) {
      box.tabIndex = -1;
    }
  }
  const link = slot && linkOf(slot);
  if (link) {
    link.tabIndex = 0;
  }
};
const ACTS = { "+": "in", "=": "in", "-": "out", 0: "fit", f: "full", p: "pin", " ": "other" };
const enterByKeys = (canvas) => {
  canvas.plane.addEventListener("keydown", (event) => {
    const slot = targetOf(event).closest("li");
    if (!canvas.isOn || !slot || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const next = neighbour(canvas.plane, slot, event.key);
    const link = next && linkOf(next);
    if (next && link) {
      event.preventDefault();
      stopAt(canvas.plane, next);
      link.focus({ preventScroll: true });
      canvas.show(next);
    } else if (event.key in ACTS) {
      event.preventDefault();
      canvas.act(ACTS[event.key]);
    }
  });
};
return { neighbour, stopAt, enterByKeys };
})();

// ---- canvas_marks.js ----
const canvas_marksModule = (() => {
const { stopAt } = canvas_keysModule;
const { part, targetOf } = domModule;
const STORE = "videau.pinned";
const MOST = 200;
const SVG = "http://www.w3.org/2000/svg";
const stored = () => {
  try {
    const list = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one?.who === "string" && typeof one?.name === "string") : [];
  } catch {
    return [];
  }
};
const store = (list) => {
  try {
    localStorage.setItem(STORE, JSON.stringify(list.slice(-MOST)));
  } catch {
  }
};
const Marks = class {
  constructor(canvas) {
    this.canvas = canvas;
    this.lit = "";
    this.passing = "";
    this.touched = false;
  }
  get plane() {
    return this.canvas.plane;
  }
  get bar() {
    return part(this.canvas.tools, "[data-canvas-path]");
  }
  sides(who) {
    return who ? [...this.plane.querySelectorAll(`.slot-side[data-who="${CSS.escape(who)}"]`)] : [];
  }
  draw(who, at = null) {
    for (const one of this.plane.querySelectorAll(".is-lit")) {
      one.classList.remove("is-lit");
    }
    const sides = this.sides(who);
    const slots = sides.map((side) => side.closest("li")).filter((slot) => slot !== null);
    for (const one of [...sides, ...slots]) {
      one.classList.add("is-lit");
    }
    this.lines(slots, at);
  }
  lines(slots, at) {
    const ways = slots.slice(1).map((slot, index) => this.line(slots[index], slot, "is-way"));
    for (const side of at ? this.plane.querySelectorAll(`[data-loser-of="${at.getAttribute("data-slot")}"]`) : []) {
      ways.push(this.line(at, side.closest("li"), "is-drop"));
    }
    for (const side of at ? at.querySelectorAll("[data-loser-of]") : []) {
      ways.push(this.line(this.plane.querySelector(`li[data-slot="${side.getAttribute("data-loser-of")}"]`), at, "is-drop"));
    }
    this.canvas.frame.querySelector("[data-canvas-lines]")?.replaceChildren(...ways.filter((way) => way !== null));
  }
  line(from, to, kind) {
    const [start, end] = [from?.querySelector(".slot-box"), to?.querySelector(".slot-box")];
    if (!start || !end) {
      return null;
    }
    const [one, two] = [this.canvas.place(start), this.canvas.place(end)];
    const [x1, y1, y2] = [one.x + one.width, one.y + one.height / 2, two.y + two.height / 2];
    const bend = Math.max(24, Math.abs(two.x - x1) / 2);
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", `M${x1} ${y1}C${x1 + bend} ${y1} ${two.x - bend} ${y2} ${two.x} ${y2}`);
    path.setAttribute("class", kind);
    return path;
  }
  choose(who, at = null) {
    this.lit = who;
    this.draw(who, at);
    const name = this.sides(who)[0]?.querySelector("[data-name]")?.textContent ?? "";
    this.bar.hidden = !name;
    part(this.bar, "[data-canvas-name]").textContent = name;
    const pin = part(this.bar, '[data-canvas-do="pin"]');
    pin.setAttribute("aria-pressed", String(stored().some((one) => one.who === who)));
  }
  pins() {
    const here = stored().filter((one) => this.sides(one.who).length > 0);
    for (const one of this.plane.querySelectorAll(".is-pinned")) {
      one.classList.remove("is-pinned");
    }
    const buttons = here.map((one) => {
      for (const side of this.sides(one.who)) {
        side.classList.add("is-pinned");
      }
      const button = document.createElement("button");
      button.type = "button";
      button.className = "canvas-pin";
      button.textContent = `★ ${one.name}`;
      button.addEventListener("click", () => this.find(one.who));
      return button;
    });
    part(this.canvas.tools, "[data-canvas-pins]").replaceChildren(...buttons);
  }
  find(who) {
    this.choose(who);
    const last = this.sides(who).at(-1)?.closest("li") ?? null;
    if (this.canvas.isOn) {
      stopAt(this.plane, last);
      this.canvas.show(last);
    }
  }
  act(what) {
    if (what === "pin" && this.lit) {
      const list = stored();
      const name = part(this.bar, "[data-canvas-name]").textContent ?? "";
      const isPinned = list.some((one) => one.who === this.lit);
      store(isPinned ? list.filter((one) => one.who !== this.lit) : [...list, { who: this.lit, name }]);
      this.choose(this.lit);
      this.pins();
    } else if (what === "clear") {
      this.choose("");
    } else if (what === "other") {
      const slot = document.activeElement?.closest("li");
      const people = [...(slot?.querySelectorAll("[data-who]") ?? [])].map((side) => side.getAttribute("data-who") ?? "");
      this.choose(people.find((who) => who !== this.lit) ?? this.lit, slot);
    }
  }
  again(lit, focus) {
    if (this.canvas.isOn) {
      const slot = focus ? this.plane.querySelector(`li[data-slot="${focus}"]`) : this.canvas.first();
      stopAt(this.plane, slot instanceof HTMLElement ? slot : null);
      const link = focus && slot?.querySelector(".slot-box");
      if (link instanceof HTMLElement) {
        link.focus({ preventScroll: true });
      }
    }
    this.pins();
    if (lit) {
      this.choose(lit);
    }
  }
  listen() {
    this.plane.addEventListener("pointerover", (event) => {
      const side = targetOf(event).closest(".slot-side");
      const who = side?.getAttribute("data-who") ?? "";
      if (this.canvas.isOn && event.pointerType === "mouse" && !this.canvas.drag?.isMoved && who !== this.passing) {
        this.passing = who;
        this.draw(who || this.lit, targetOf(event).closest("li"));
      }
    });
    this.plane.addEventListener("pointerleave", () => {
      this.passing = "";
      this.draw(this.lit);
    });
    this.plane.addEventListener("pointerdown", (event) => (this.touched = event.pointerType !== "mouse"));
    this.plane.addEventListener("click", (event) => {
      const who = targetOf(event).closest(".slot-side")?.getAttribute("data-who") ?? "";
      if (this.canvas.isOn && this.touched && who && who !== this.lit) {
        event.preventDefault();
        this.choose(who, targetOf(event).closest("li"));
      }
    });
    this.plane.addEventListener("focusin", (event) => {
      const slot = targetOf(event).closest("li");
      if (this.canvas.isOn && slot && targetOf(event).matches(":focus-visible")) {
        const side = slot.querySelector(".is-lit[data-who]") ?? slot.querySelector(".is-winner[data-who], [data-who]");
        this.choose(side?.getAttribute("data-who") ?? "", slot);
      }
    });
  }
};
return { Marks };
})();

// ---- canvas.js ----
const canvasModule = (() => {
const { showGains, signatures } = canvas_gainsModule;
const { enterByKeys } = canvas_keysModule;
const { Marks } = canvas_marksModule;
const { part, targetOf } = domModule;
const SMALLEST = 0.06;
const LARGEST = 1.75;
const READABLE = 0.62;
const LEGIBLE = 0.4;
const STEP = 1.25;
const WIDE = 768;
const COLUMN = 19.5;
const DRAG = 6;
const REST = 160;
const within = (value, low, high) => Math.min(Math.max(value, low), high);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const Canvas = class {
  constructor(frame, holder) {
    this.frame = frame;
    this.holder = holder;
    this.view = part(frame, "[data-canvas-view]");
    this.size = part(frame, "[data-canvas-size]");
    this.plane = part(frame, "[data-canvas-plane]");
    this.heads = part(frame, "[data-canvas-heads]");
    this.tools = part(frame, "[data-canvas-tools]");
    this.zoom = 1;
    this.part = -1;
    this.rest = 0;
    this.shift = { x: 0, y: 0 };
    this.drag = null;
    this.pinch = null;
    this.marks = new Marks(this);
  }
  get isOn() {
    return this.frame.classList.contains("is-canvas");
  }
  get isWhole() {
    return this.holder.classList.contains("is-whole");
  }
  open(kept) {
    this.frame.classList.add("is-canvas");
    const rounds = [...this.plane.querySelectorAll(".bracket")].map((one) => one.children.length);
    this.plane.style.width = `${Math.max(...rounds) * COLUMN + 1}rem`;
    const names = [...this.plane.querySelectorAll(".slot-name")];
    const long = names.filter((one) => one.scrollWidth > one.clientWidth);
    long.forEach((one) => one.classList.add("is-long"));
    this.width = this.plane.offsetWidth;
    this.height = this.plane.offsetHeight;
    this.part = -1;
    if (kept) {
      this.scale(kept.zoom);
      this.view.scrollTo(kept.x, kept.y);
    } else {
      this.scale(within(this.view.clientWidth / this.width, this.isWhole ? LEGIBLE : READABLE, 1));
      this.show(this.first(), "instant");
    }
    this.name();
  }
  close() {
    this.frame.classList.remove("is-canvas");
    for (const one of [this.plane, this.size, this.heads]) {
      one.removeAttribute("style");
    }
    this.heads.replaceChildren();
  }
  first() {
    const on = [...this.plane.querySelectorAll(".slot.on-path")].at(-1);
    const under = this.plane.querySelector(".slot.is-playing, .slot.is-reported, .slot.is-open");
    return on ?? under ?? [...this.plane.querySelectorAll(".bracket:first-of-type .slot")].at(-1) ?? null;
  }
  scale(zoom, x = 0, y = 0, isUnderWay = false) {
    const next = within(zoom, SMALLEST, LARGEST);
    const top = this.heads.offsetHeight;
    const [left, above] = [this.view.scrollLeft + x, this.view.scrollTop + y - top];
    this.shift = {
      x: left - ((left - this.shift.x) / this.zoom) * next,
      y: above - ((above - this.shift.y) / this.zoom) * next,
    };
    this.zoom = next;
    this.plane.style.transform = `translate(${this.shift.x}px, ${this.shift.y}px) scale(${next})`;
    this.spread();
    part(this.tools, "[data-canvas-zoom]").textContent = `${Math.round(next * 100)} %`;
    clearTimeout(this.rest);
    if (isUnderWay) {
      this.rest = setTimeout(() => this.settle(), REST);
    } else {
      this.settle();
    }
  }
  settle() {
    const { x, y } = this.shift;
    const [left, top] = [this.view.scrollLeft - x, this.view.scrollTop - y];
    this.shift = { x: 0, y: 0 };
    this.plane.style.transform = `scale(${this.zoom})`;
    this.size.style.width = `${(this.width ?? 0) * this.zoom}px`;
    this.size.style.height = `${(this.height ?? 0) * this.zoom}px`;
    this.heads.style.width = `max(100%, ${(this.width ?? 0) * this.zoom}px)`;
    this.view.scrollTo(left, top);
    this.spread();
  }
  fit() {
    const heads = this.heads.offsetHeight;
    this.scale(Math.min(this.view.clientWidth / (this.width ?? 1), (this.view.clientHeight - heads) / (this.height ?? 1), 1));
  }
  step(factor) {
    this.scale(this.zoom * factor, this.view.clientWidth / 2, this.view.clientHeight / 2);
  }
  show(slot, behavior = "auto") {
    if (!slot) {
      return;
    }
    const box = this.place(slot);
    this.view.scrollTo({
      left: (box.x + box.width / 2) * this.zoom - this.view.clientWidth / 2,
      top: (box.y + box.height / 2) * this.zoom - this.view.clientHeight / 2,
      behavior,
    });
  }
  place(element) {
    const box = element.getBoundingClientRect();
    const zero = this.plane.getBoundingClientRect();
    const zoom = this.isOn ? this.zoom : 1;
    return {
      x: (box.left - zero.left) / zoom,
      y: (box.top - zero.top) / zoom,
      width: box.width / zoom,
      height: box.height / zoom,
    };
  }
  name() {
    const parts = [...this.plane.querySelectorAll(".bracket")];
    const middle = this.view.scrollTop + this.view.clientHeight / 3;
    const shown = parts.findLastIndex((one) => this.place(one).y * this.zoom <= middle);
    if (Math.max(shown, 0) === this.part) {
      return;
    }
    this.part = Math.max(shown, 0);
    const heads = [...(parts[this.part]?.querySelectorAll(".round") ?? [])].map((round) => {
      const head = document.createElement("span");
      head.append(...part(round, ".round-name").cloneNode(true).childNodes);
      head.dataset.at = String(this.place(round).x);
      return head;
    });
    this.heads.replaceChildren(...heads);
    this.spread();
  }
  spread() {
    for (const head of this.heads.children) {
      if (head instanceof HTMLElement) {
        head.style.insetInlineStart = `${Number(head.dataset.at) * this.zoom + this.shift.x}px`;
        head.style.width = `${17 * rem() * this.zoom}px`;
      }
    }
  }
  fill(isOn) {
    this.holder.classList.toggle("is-whole", isOn);
    document.documentElement.classList.toggle("has-whole", isOn);
    part(this.tools, '[data-canvas-do="full"]').setAttribute("aria-pressed", String(isOn));
    if (isOn) {
      this.holder.requestFullscreen?.().catch(() => undefined);
      this.open(null);
    } else {
      if (document.fullscreenElement) {
        void document.exitFullscreen();
      }
      if (innerWidth < WIDE) {
        this.close();
      } else {
        this.open(null);
      }
    }
  }
  keep() {
    const inside = this.plane.contains(document.activeElement) ? document.activeElement : null;
    return {
      zoom: this.zoom,
      x: this.view.scrollLeft,
      y: this.view.scrollTop,
      lit: this.marks.lit,
      focus: inside?.closest("li")?.dataset.slot ?? "",
      slots: signatures(this.plane),
    };
  }
  listen() {
    this.view.addEventListener("scroll", () => this.name(), { passive: true });
    this.view.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.view.addEventListener("pointerdown", (event) => this.onDown(event));
    this.view.addEventListener("mousedown", (event) => this.isOn && event.preventDefault());
    this.view.addEventListener("dragstart", (event) => event.preventDefault());
    this.view.addEventListener("touchmove", (event) => this.onTouch(event), { passive: false });
    this.view.addEventListener("touchend", () => (this.pinch = null));
    this.tools.addEventListener("click", (event) => this.onTool(event));
    enterByKeys(this);
    this.marks.listen();
  }
  onWheel(event) {
    if (!this.isOn || !(event.ctrlKey || event.metaKey)) {
      return;
    }
    event.preventDefault();
    const box = this.view.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(-within(event.deltaY * lines, -60, 60) / 300);
    this.scale(this.zoom * factor, event.clientX - box.left, event.clientY - box.top, true);
  }
  onDown(event) {
    if (!this.isOn || event.pointerType !== "mouse" || event.button !== 0) {
      return;
    }
    const { scrollLeft: left, scrollTop: top } = this.view;
    this.drag = { x: event.clientX, y: event.clientY, left, top, isMoved: false };
    const move = (/** @type {PointerEvent} */ moved) => {
      if (!this.drag) {
        return;
      }
      const [x, y] = [moved.clientX - this.drag.x, moved.clientY - this.drag.y];
      this.drag.isMoved ||= Math.hypot(x, y) > DRAG;
      if (this.drag.isMoved) {
        this.view.scrollTo(this.drag.left - x, this.drag.top - y);
      }
    };
    const up = () => {
      removeEventListener("pointermove", move);
      if (this.drag?.isMoved) {
        const rest = new AbortController();
        addEventListener("click", (click) => click.preventDefault(), { capture: true, signal: rest.signal });
        setTimeout(() => rest.abort());
      }
      this.drag = null;
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up, { once: true });
  }
  onTouch(event) {
    if (!this.isOn || event.touches.length !== 2) {
      return;
    }
    event.preventDefault();
    const [one, two] = event.touches;
    const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    this.pinch ??= { distance, zoom: this.zoom };
    const box = this.view.getBoundingClientRect();
    const [x, y] = [(one.clientX + two.clientX) / 2 - box.left, (one.clientY + two.clientY) / 2 - box.top];
    this.scale((this.pinch.zoom * distance) / this.pinch.distance, x, y, true);
  }
  onTool(event) {
    const button = targetOf(event).closest("[data-canvas-do]");
    if (button instanceof HTMLElement) {
      this.act(button.dataset.canvasDo ?? "");
    }
  }
  act(what) {
    switch (what) {
      case "in":
        return this.step(STEP);
      case "out":
        return this.step(1 / STEP);
      case "fit":
        return this.fit();
      case "full":
        return this.fill(!this.isWhole);
      default:
        return this.marks.act(what);
    }
  }
};
let canvas = null;
let kept = null;
const start = () => {
  const frame = document.querySelector("[data-canvas]");
  const holder = frame?.closest(".stage-live");
  if (!(frame instanceof HTMLElement) || !(holder instanceof HTMLElement)) {
    canvas = null;
    return;
  }
  canvas = new Canvas(frame, holder);
  canvas.tools.hidden = false;
  canvas.listen();
  if (innerWidth >= WIDE || canvas.isWhole) {
    canvas.open(kept);
  }
  canvas.marks.again(kept?.lit ?? "", kept?.focus ?? "");
  if (kept) {
    showGains(canvas.plane, kept.slots);
  }
  kept = null;
};
document.addEventListener("DOMContentLoaded", start);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (canvas && event.detail.shouldSwap && event.detail.target.contains(canvas.frame)) {
    kept = canvas.keep();
  }
});
document.addEventListener("htmx:afterSwap", () => {
  if (kept) {
    start();
  }
});
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && canvas?.isWhole) {
    canvas.fill(false);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && canvas?.isWhole && !document.fullscreenElement) {
    canvas.fill(false);
  }
});
let isWide = innerWidth >= WIDE;
addEventListener("resize", () => {
  if (canvas && !canvas.isWhole && isWide !== innerWidth >= WIDE) {
    isWide = innerWidth >= WIDE;
    if (isWide) {
      canvas.open(null);
    } else {
      canvas.close();
    }
  }
});
return { Canvas };
})();

// ---- ticks.js ----
const ticksModule = (() => {
const { targetOf } = domModule;
const ticks = () => {
  const inputs = document.querySelectorAll('input[name="entrants"][form]');
  return [...inputs].map((one) => /** @type {HTMLInputElement} */ (one));
};
let ticked = [];
let wasEverybody = false;
const everybody = () => document.querySelector("input[data-everybody]");
document.addEventListener("htmx:beforeSwap", () => {
  ticked = ticks()
    .filter((one) => one.checked)
    .map((one) => one.value);
  wasEverybody = everybody()?.checked ?? false;
});
document.addEventListener("htmx:afterSwap", () => {
  const values = new Set(ticked.splice(0));
  for (const one of ticks()) {
    one.checked ||= values.has(one.value);
  }
  const all = everybody();
  if (all) {
    all.checked = wasEverybody;
  }
});
document.addEventListener("change", (event) => {
  const target = targetOf(event);
  const all = everybody();
  if (!(target instanceof HTMLInputElement) || !all) {
    return;
  }
  if (target === all) {
    for (const one of ticks().filter((tick) => tick.checkVisibility())) {
      one.checked = all.checked;
    }
  } else if (target.name === "entrants" && !target.checked) {
    all.checked = false;
  }
});
})();

// ---- phones.js ----
const phonesModule = (() => {
const { part, targetOf } = domModule;
const TOLD = "videau-told";
const isAble = "PushManager" in window && "Notification" in window && Boolean(navigator.serviceWorker);
const reader = () => document.querySelector("[data-outbox]")?.dataset.who;
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const subscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;
const offer = async () => {
  const offers = document.querySelectorAll("[data-tell-me]");
  if (offers.length === 0 || Notification.permission === "denied") {
    return;
  }
  const isTold = localStorage.getItem(TOLD) === reader() && (await subscription()) !== null;
  for (const one of offers) {
    one.hidden = isTold;
  }
};
const handOver = async () => {
  const told = localStorage.getItem(TOLD);
  const now = reader();
  if (told !== null && now !== undefined && told !== now) {
    localStorage.removeItem(TOLD);
    await (await subscription())?.unsubscribe();
  }
};
const subscribe = async (key) => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (old === null) {
      throw error;
    }
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
};
const ask = async (form, key) => {
  const failure = part(form, "[data-tell-failed]");
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      throw new Error("not allowed");
    }
    const field = /** @type {HTMLInputElement} */ (part(form, "[name=subscription]"));
    field.value = JSON.stringify(await subscribe(key));
    localStorage.setItem(TOLD, reader() ?? "");
    form.submit();
  } catch {
    failure.hidden = false;
  }
};
if (isAble) {
  document.addEventListener("submit", (event) => {
    const frame = targetOf(event).closest("[data-tell-me]");
    if (frame !== null) {
      event.preventDefault();
      void ask(/** @type {HTMLFormElement} */ (targetOf(event)), frame.dataset.tellMe ?? "");
    }
  });
  document.addEventListener("htmx:afterSettle", () => void offer());
  document.addEventListener("DOMContentLoaded", () => void handOver().then(offer));
}
})();

// ---- calls.js ----
const callsModule = (() => {
const BEEPS = [880, 660, 880];
const LENGTH = 0.18;
const called = () =>
  new Set([...document.querySelectorAll(".is-called[data-card]")].map((card) => card.dataset.call ?? ""));
let known = new Set();
const sound = () => {
  const context = new AudioContext();
  if (context.state !== "running") {
    void context.close();
    return;
  }
  for (const [number, pitch] of BEEPS.entries()) {
    const tone = new OscillatorNode(context, { frequency: pitch });
    tone.connect(new GainNode(context, { gain: 0.2 })).connect(context.destination);
    tone.start(context.currentTime + 2 * number * LENGTH);
    tone.stop(context.currentTime + (2 * number + 1) * LENGTH);
  }
};
document.addEventListener("DOMContentLoaded", () => {
  known = called();
});
document.addEventListener("htmx:afterSettle", () => {
  const now = called();
  if ([...now].some((call) => !known.has(call))) {
    navigator.vibrate?.([300, 150, 300, 150, 300]);
    sound();
  }
  known = now;
});
})();

// ---- videau.js ----
const videauModule = (() => {

})();
})();
