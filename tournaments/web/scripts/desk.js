// The control board without a connection: results are read from its last lists, kept in the outbox, and sent later. So are
// calls, starts and forfeits.
import { targetOf } from "./dom.js";
import { outbox } from "./outbox.js";
import { isComplete, readingsOf } from "./readings.js";

/** @typedef {import("./readings.js").OpenMatch} OpenMatch */
/** @typedef {import("./readings.js").Reading} Reading */
/**
 * The lists as the desk saw them last; `seen` is the number of the log, `form` where results go, `tables` those that are free.
 * @typedef {{
 *   id: string, at: number, isDesk: true, form: string, seen: string, within: string, matches: OpenMatch[], tables: string[]
 * }} LastLists
 */

const LINE = "[data-pick='#answers']";
const SIDES = ["one", "two"];
// The acts that go out later; the others need the service.
const ACT = /\/matches\/([^/]+)\/(?:call|start|forfeit)\/$/;
const KEPT = 2 * 24 * 3600 * 1000;
let isAway = false;
/** @type {OpenMatch[]} */
let matches = [];
let seen = "";
/** @type {string[]} */
let tables = [];

/** @returns {HTMLElement | null} */
const board = () => document.querySelector("[data-board-matches]");
/** @returns {HTMLInputElement | null} */
const line = () => document.querySelector(LINE);
/** @returns {HTMLElement | null} */
const answers = () => document.querySelector("#answers");
const words = () => board()?.dataset ?? {};
const idOf = () => `desk ${outbox.who} ${location.pathname}`;

/** @type {(tag: string, fields: Record<string, string>, ...children: (Node | string)[]) => HTMLElement} */
const make = (tag, fields, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};
/** @type {(one: Reading) => string} */
const winnerOf = (one) => (one.winner === 0 ? one.match.one : one.match.two);
/** @type {(one: Reading) => string} */
const loserOf = (one) => (one.winner === 0 ? one.match.two : one.match.one);
/** @type {(one: Reading) => string} */
const valueOf = (one) => `${one.match.uid}:${SIDES[one.winner]}:${one.points}`;

/** @type {(one: Reading, isOnly: boolean) => HTMLElement} */
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

// What was typed, as the last lists read it, in the place of the answer of the service.
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

/** @type {(pressed: string, typed: string, forWords: string) => Reading | null} */
const choice = (pressed, typed, forWords) => {
  const [uid, side, points] = pressed.split(":");
  const match = matches.find((one) => one.uid === uid);
  if (match && points !== undefined && forWords.trim() === typed) {
    return { match, winner: side === "one" ? 0 : 1, points: Number(points), high: null, isOfTable: false };
  }
  const readings = readingsOf(typed, matches);
  return readings.length === 1 && isComplete(readings[0]) ? readings[0] : null;
};

// Keep a result, or show what could be meant: nothing is entered that is not certain.
/** @type {(form: HTMLFormElement, fields: Record<string, string>) => Promise<void>} */
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

// An act is kept like a result. A call takes the first free table that the desk knows of, so that players can go there.
/** @type {(page: string, fields: Record<string, string>, said: string) => Promise<void>} */
const perform = async (page, fields, said) => {
  const [, uid, act] = /** @type {RegExpExecArray} */ (/\/matches\/([^/]+)\/([^/]+)\/$/.exec(page));
  const table = act === "call" ? fields.table || tables[0] || "" : "";
  tables = tables.filter((one) => one !== table);
  /** @type {Record<string, string>} */
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

// The words of a button without its key.
/** @param {HTMLElement} button */
const saidOf = (button) => {
  const copy = /** @type {HTMLElement} */ (button.cloneNode(true));
  copy.querySelector("kbd")?.remove();
  return (copy.textContent ?? "").trim().replace(/\s+/g, " ");
};

/** @type {(form: HTMLFormElement, fields: Record<string, string>) => void} */
const performForm = (form, fields) => {
  const more = /** @type {HTMLDetailsElement | null} */ (form.closest("details.board-more"));
  if (more) {
    more.open = false;
  }
  perform(form.getAttribute("action") ?? "", fields, saidOf(/** @type {HTMLElement} */ (form.querySelector("button"))));
};

/** @param {HTMLFormElement} form */
const release = (form) => {
  delete form.dataset.sent;
  form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
};

/** @param {HTMLElement} element */
const isAct = (element) => element.matches("form") && outbox.add && ACT.test(element.getAttribute("action") ?? "");

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  const isLine = elt.matches("form") && elt.querySelector(LINE) !== null;
  if (isAway && board() && (isLine || isAct(elt))) {
    event.preventDefault();
    // Once the event has gone through: the guard against double taps marks the form after this.
    setTimeout(() => release(elt));
    (isLine ? enter : performForm)(elt, Object.fromEntries(requestConfig.formData ?? []));
  }
});
/** @param {any} event */
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
// The service answers, and can store nothing just now.
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

// The rows of the board say which result has not gone out yet.
/** @type {string[]} */
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

// The last lists are kept, so that the board opens without a connection too.
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

// A match of the last visit with what can be done with it: a call or a start, and who forfeits.
/** @type {(match: OpenMatch, lists: LastLists) => HTMLElement} */
const rowOf = (match, lists) => {
  /** @type {(act: string, said: string | undefined, fields?: Record<string, string>) => HTMLElement} */
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

// On the page for a lost connection the board of the last visit stands in for the real one.
const standIn = async () => {
  const place = document.querySelector("[data-sheet-place]");
  /** @type {LastLists | undefined} */
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
