// The scoresheet: games are added and taken out on the phone, and every tap is kept there until the service has the report.
// What the service adds up comes in beside the fields and never touches one. Without this file the buttons do it all.
import { outbox } from "./outbox.js";
import { tally } from "./tally.js";

const PAUSE = 150;
const PATIENCE = 15000;
const RETRY = 10000;
const FIELDS = ["winner", "result", "cube", "ended"];
const UNTOUCHED = { winner: "", result: "single", cube: "1", ended: "borne_off" };
const RADIOS = ["winner", "result"];

const fill = (words, places) => words.replace(/\{(\w+)\}/g, (whole, name) => places[name] ?? whole);
const element = (tag, className, text) => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

// ---- one line ----

const field = (line, name) => line.querySelector(`[name$="-${name}"]`);
const radio = (line, name, value) => line.querySelector(`[name$="-${name}"][value="${value}"]`);
const rowOf = (line) => Object.fromEntries(FIELDS.map((name) => [
  name,
  RADIOS.includes(name) ? line.querySelector(`[name$="-${name}"]:checked`)?.value ?? "" : field(line, name).value,
]));
const setField = (line, name, value) => {
  if (!RADIOS.includes(name)) {
    offerValue(field(line, name), value);
    field(line, name).value = value;
  } else if (value) {
    radio(line, name, value).checked = true;
  } else {
    line.querySelectorAll(`[name$="-${name}"]`).forEach((one) => { one.checked = false; });
  }
};
const offerValue = (select, value) => {
  if (![...select.options].some((option) => option.value === value)) {
    select.append(new Option(value, value));
  }
};
const isUntouched = (row) => FIELDS.every((name) => row[name] === UNTOUCHED[name]);
const gameOf = (row) => (row.winner ? { ...row, cube: Number(row.cube) } : null);
// What was tapped before this file was there: where a field is not as the page brought it.
const tappedOf = (line) => FIELDS.filter((name) => {
  if (RADIOS.includes(name)) {
    return [...line.querySelectorAll(`[name$="-${name}"]`)].some((one) => one.checked !== one.defaultChecked);
  }
  return [...field(line, name).options].some((option) => option.defaultSelected !== option.selected && option.defaultSelected);
});

const start = (sheet, about, shell) => {
  const form = sheet.closest("form");
  const games = sheet.querySelector("[data-games]");
  const words = about.words;
  const kept = sheet.querySelector("[data-kept]");
  const id = outbox.drafts && !about.is_desk ? outbox.drafts.id(about.match, outbox.who) : null;
  const channel = id && window.BroadcastChannel ? new BroadcastChannel("videau-sheet") : null;
  // Each change has a number; an answer to an older one is dropped.
  const state = { change: 0, checked: 0, isChecking: false, stamp: "", at: 0, isTouched: false, status: "" };

  const lines = () => [...games.children];
  const rows = () => lines().map(rowOf);

  // ---- lines come and go ----

  const number = () => {
    const all = lines();
    form.elements.lines.value = all.length;
    all.forEach((line, index) => {
      line.id = `game-${index + 1}`;
      for (const part of line.querySelectorAll("[id], [name], [for], [aria-describedby]")) {
        for (const attribute of ["id", "name", "for", "aria-describedby"]) {
          const value = part.getAttribute(attribute);
          if (value && value !== "do") {
            const named = value.replace(/(^|_)(?:new|g\d+)-/, `$1g${index}-`);
            part.setAttribute(attribute, named.replace(/^game-\d+/, `game-${index + 1}`));
          }
        }
      }
      const remove = line.querySelector("[data-remove]");
      remove.value = `remove-${index}`;
      remove.textContent = fill(words.remove, { number: index + 1 });
      remove.hidden = all.length === 1;
    });
  };
  const addLine = (row) => {
    const line = sheet.querySelector("[data-new-game]").content.firstElementChild.cloneNode(true);
    for (const [side, name] of about.names.entries()) {
      radio(line, "winner", ["one", "two"][side]).closest("label").querySelector("span").textContent = name;
    }
    games.append(line);
    // Under a name of its own at once, so that no other line loses its choice.
    number();
    for (const [name, value] of Object.entries(row || {})) {
      setField(line, name, value);
    }
    return line;
  };

  // ---- the sum of the phone ----

  // What is above the finger may change its height; the finger stays where it is.
  const steadily = (line, act) => {
    const before = line?.getBoundingClientRect().top;
    act();
    if (line?.isConnected) {
      scrollBy({ top: line.getBoundingClientRect().top - before, behavior: "instant" });
    }
  };
  const write = (target, ...parts) => {
    const made = document.createElement("div");
    made.append(...parts);
    if (target.textContent.replace(/\s+/g, "") !== made.textContent.replace(/\s+/g, "")) {
      target.replaceChildren(...made.childNodes);
    }
  };
  const gameWords = (row) => {
    let said = words[row.result];
    if (Number(row.cube) > 1) {
      said = fill(words.cube, { result: said, cube: row.cube });
    }
    return row.ended === "borne_off" ? said : fill(words[row.ended], { result: said });
  };
  const head = (line, index, row, stand) => {
    const parts = [element("span", "game-number", fill(words.game, { number: index + 1 }))];
    if (stand.isCrawford) {
      parts.push(element("span", "pill pill-wait game-crawford", words.crawford));
    }
    if (stand.after) {
      parts.push(element("span", "game-result", `${about.names[row.winner === "one" ? 0 : 1]}, ${gameWords(row)}`));
      parts.push(element("span", "game-score", stand.after.join("–")));
    } else {
      parts.push(element("span", "game-score muted", fill(words.at, { one: stand.before[0], two: stand.before[1] })));
    }
    write(line.querySelector("summary"), ...parts.flatMap((part) => [part, " "]));
  };
  // Useful cubes first. In the Crawford game a player has none; one that was chosen before stays to be seen.
  const offer = (line, stand) => {
    const select = field(line, "cube");
    const chosen = select.value;
    const all = Array.from({ length: 11 }, (_, power) => 2 ** power);
    const useful = all.filter((cube) => cube <= stand.largest).map(String);
    const hasOther = about.is_desk || !stand.isCrawford;
    const other = all.filter((cube) => cube > stand.largest).map(String).filter((cube) => hasOther || cube === chosen);
    const offered = `${useful} ${other}`;
    if (line.dataset.offered === offered) {
      return;
    }
    line.dataset.offered = offered;
    const group = document.createElement("optgroup");
    group.label = words.other;
    group.append(...other.map((cube) => new Option(cube, cube)));
    select.replaceChildren(...useful.map((cube) => new Option(cube, cube)), ...(other.length ? [group] : []));
    select.value = chosen;
  };
  const recount = () => {
    const all = rows();
    const played = all.map(gameOf);
    const complete = played.filter((game) => game !== null);
    const sum = tally(about.conditions, complete);
    let place = 0;
    lines().forEach((line, index) => {
      const before = tally(about.conditions, complete.slice(0, place)).next;
      const stand = played[index] === null ? before : sum.lines[place] || before;
      place += played[index] === null ? 0 : 1;
      head(line, index, all[index], stand);
      offer(line, stand);
    });
    const score = sheet.querySelector("#sheet-score");
    score.querySelector("strong").textContent = sum.score.join("–");
    const won = sheet.querySelector("#sheet-won");
    write(won, ...(sum.winner === null ? [] : [element("p", "note", fill(words.won, { winner: about.names[sum.winner] }))]));
    return sum;
  };
  // The next line comes by itself, and an empty one goes when nothing follows.
  const arrange = () => {
    const { isOver } = recount();
    const all = rows();
    if (isOver && all.length > 1 && isUntouched(all.at(-1))) {
      games.lastElementChild.remove();
      number();
    } else if (!isOver && all.every((row) => row.winner) && all.length < about.most_lines) {
      addLine();
      recount();
    }
    sheet.querySelector("[data-add]").hidden = isOver;
    sheet.querySelector("[data-send]").classList.toggle("quiet", !isOver);
  };
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

  const tell = (status) => {
    state.status = status;
    const parts = status ? [element("p", status === "sent" ? "message" : "note", words[status])] : [];
    if (status === "kept" || status === "unchecked") {
      const button = element("button", "quiet small", words.begin_anew);
      button.type = "button";
      button.addEventListener("click", beginAnew);
      parts.push(button);
    }
    write(kept, ...parts);
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
      games.lastElementChild.remove();
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

  const put = (answer, line) => {
    Object.assign(about, JSON.parse(answer.querySelector("[data-about]").dataset.about));
    steadily(line, () => {
      for (const part of answer.querySelectorAll("[data-tally]")) {
        const target = sheet.querySelector(`#${CSS.escape(part.id)}`);
        if (target && target.innerHTML !== part.innerHTML) {
          write(target, ...part.childNodes);
        }
      }
    });
  };
  const checked = async (change) => {
    const said = new FormData(form);
    said.set("do", "check");
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(about.page, { method: "POST", body: said, redirect: "error", signal });
    const text = answer.ok ? await answer.text() : "";
    // An answer to what has been changed since is no answer any more.
    if (text && change === state.change) {
      const made = document.createElement("template");
      made.innerHTML = text;
      put(made.content, document.activeElement?.closest(".game"));
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
    const isAnswered = await checked(change).catch(() => false);
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
  games.addEventListener("change", (event) => changed(event.target.closest(".game")));
  sheet.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add], [data-remove]");
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
      button.closest(".game").remove();
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
        const note = element("div", "refusal", words.gap);
        note.setAttribute("role", "alert");
        write(sheet.querySelector("#sheet-reasons"), note);
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
    const tapped = lines().map((line) => tappedOf(line).map((name) => [name, rowOf(line)[name]]));
    const isTapped = tapped.some((fields) => fields.length);
    if (!lines().length) {
      addLine();
    }
    // A browser that keeps nothing says so when something is to be kept.
    const draft = id ? await outbox.drafts.get(id).catch(() => null) : null;
    // A tap while the draft was being fetched has been kept, and is newer.
    if (draft?.isTouched && state.change === 0) {
      adopt(draft);
      tapped.forEach((fields, index) => fields.forEach(([name, value]) => setField(lines()[index], name, value)));
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
  if (sheet) {
    const form = sheet.closest("form");
    const about = JSON.parse(sheet.dataset.about);
    const length = sheet.querySelector("#sheet-score small").textContent;
    const { match, page } = sheet.dataset;
    start(sheet, { ...about, match, page, to: form.dataset.to, next: form.dataset.next, length });
    return;
  }
  const address = location.pathname.match(/^\/m\/([^/]+)\/scoresheet\/$/);
  const draft = address && outbox.isOfflinePage && (await outbox.drafts.get(outbox.drafts.id(address[1], outbox.who)));
  if (!draft) {
    return;
  }
  const forms = /** @type {HTMLTemplateElement[]} */ ([...document.querySelectorAll("template[data-sheet-page]")]);
  const found = forms.find((one) => one.lang === draft.lang) || forms[0];
  const made = /** @type {DocumentFragment} */ (found.content.cloneNode(true));
  const page = made.querySelector("[data-sheet]");
  const [one, two] = page.querySelectorAll("#sheet-score span");
  [one.textContent, two.textContent] = draft.about.names;
  page.querySelector("#sheet-score small").textContent = draft.about.length;
  const about = { ...JSON.parse(page.dataset.about), ...draft.about };
  page.querySelectorAll(".game").forEach((line) => line.remove());
  document.querySelectorAll("[data-no-connection]").forEach((section) => { section.hidden = true; });
  document.querySelector("[data-sheet-place]").append(made);
  document.documentElement.lang = draft.lang;
  start(page, about, true);
};
open();
