// The scoresheet: games are added and taken out on the phone, and every tap is kept there until the service has the report.
// What the service adds up comes in beside the fields and never touches one. Without this file the buttons do it all.
import { part, targetOf } from "./dom.js";
import { outbox } from "./outbox.js";
import { FIELDS, changedFields, field, gameOf, isUntouched, radio, rowOf, setField } from "./sheet_line.js";
import { tally } from "./tally.js";

/** @typedef {import("./outbox.js").Row} Row */
/** @typedef {import("./outbox.js").Draft} Draft */
/** @typedef {{ before: number[], largest: number, isCrawford: boolean, after?: number[] }} Stand */

const PAUSE = 150;
const PATIENCE = 15000;
const RETRY = 10000;

/** @type {(words: string, places: Record<string, string | number>) => string} */
const fill = (words, places) => words.replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole));
/** @type {(tag: string, className: string, text: string) => HTMLElement} */
const newElement = (tag, className, text) => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};

/** @type {(sheet: HTMLElement, about: Record<string, any>, shell?: boolean) => void} */
const start = (sheet, about, shell = false) => {
  const form = /** @type {HTMLFormElement & { elements: any }} */ (sheet.closest("form"));
  const games = part(sheet, "[data-games]");
  const words = about.words;
  const notice = part(sheet, "[data-kept]");
  const id = outbox.drafts && !about.is_desk ? outbox.drafts.id(about.match, outbox.who) : null;
  const channel = id && window.BroadcastChannel ? new BroadcastChannel("videau-sheet") : null;
  // Each change has a number; an answer to an older one is dropped.
  const state = { change: 0, checked: 0, isChecking: false, stamp: "", at: 0, isTouched: false, isChanged: false, status: "" };

  const lines = () => /** @type {HTMLDetailsElement[]} */ ([...games.children]);
  const rows = () => lines().map(rowOf);

  // ---- lines come and go ----

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
    // Under a name of its own at once, so that no other line loses its choice.
    number();
    return line;
  };

  // ---- the sum of the phone ----

  // What is above the finger may change its height; the finger stays where it is.
  /** @type {(line: Element | null | undefined, act: () => void) => void} */
  const steadily = (line, act) => {
    const before = line?.getBoundingClientRect().top ?? 0;
    act();
    if (line?.isConnected) {
      scrollBy({ top: line.getBoundingClientRect().top - before, behavior: "instant" });
    }
  };
  /** @param {Node} node */
  const letters = (node) => (node.textContent ?? "").replace(/\s+/g, "");
  /** @type {(target: Element, ...parts: (Node | string)[]) => void} */
  const write = (target, ...parts) => {
    const content = document.createElement("div");
    content.append(...parts);
    if (letters(target) !== letters(content)) {
      target.replaceChildren(...content.childNodes);
    }
  };
  /** @param {Row} row */
  const gameWords = (row) => {
    let result = words[row.result];
    if (Number(row.cube) > 1) {
      result = fill(words.cube, { result, cube: row.cube });
    }
    return row.ended === "borne_off" ? result : fill(words[row.ended], { result });
  };
  /** @type {(line: ParentNode, index: number, row: Row, stand: Stand) => void} */
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
  // Useful cubes first. In the Crawford game a player has none; one that was chosen before stays to be seen.
  /** @type {(line: HTMLElement, stand: Stand) => void} */
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
  // The next line comes by itself, and an empty one goes when nothing follows.
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
  /** @param {Element | null} line */
  const fold = (line) => {
    for (const other of lines()) {
      const isDone = other !== line && other.open && gameOf(rowOf(other)) && !other.querySelector(".refusal");
      // Where the page cannot be moved by as much, the line in hand would slip from under the finger.
      if (isDone && scrollY > other.getBoundingClientRect().height) {
        other.open = false;
      }
    }
  };

  // ---- kept on the phone ----

  /** @param {string} status */
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
  /** @param {Draft} draft */
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

  // ---- the sum of the service ----

  /** @type {(answer: DocumentFragment, line: Element | null | undefined) => void} */
  const put = (answer, line) => {
    Object.assign(about, JSON.parse(part(answer, "[data-about]").dataset.about ?? "{}"));
    steadily(line, () => {
      for (const news of answer.querySelectorAll("[data-tally]")) {
        const target = sheet.querySelector(`#${CSS.escape(news.id)}`);
        // What was refused stays until something is changed: a sum says nothing against the report.
        const isRefusal = target?.id === "sheet-reasons" && !state.isChanged;
        if (target && !isRefusal && target.innerHTML !== news.innerHTML) {
          write(target, ...news.childNodes);
        }
      }
    });
  };
  /** @param {number} change */
  const isSummed = async (change) => {
    const body = new FormData(form);
    body.set("do", "check");
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(about.page, { method: "POST", body, redirect: "error", signal });
    const text = answer.ok ? await answer.text() : "";
    // An answer to what has been changed since is no answer any more.
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

  // ---- what the hand does ----

  /** @param {Element | null} line */
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
  // On the document, so that the second tap on a button has been stopped before.
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

  // ---- other pages of the same phone ----

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
    // A browser that keeps nothing says so when something is to be kept.
    const draft = id ? await outbox.drafts.get(id).catch(() => null) : null;
    // A tap while the draft was being fetched has been kept, and is newer.
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

// The page of the service brings everything; without a network the form stands on the page for lost connections, and
// what it is about comes from the draft of whoever was here last.
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
