// The outbox: a report is written down on this phone before it is sent, so that no bad connection loses it. It is sent
// under a key of its own until the service has answered, and the service counts a key once. The drafts of scoresheets lie
// beside it until the service has their report.

/**
 * What a scoresheet needs of it; empty where the browser keeps nothing.
 * @type {Record<string, any>}
 */
export const outbox = {};

/** @param {HTMLElement} box */
const start = (box) => {
  const token = () => /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
  const RETRY = 10000;
  const PATIENCE = 15000;
  const SENT = "videau-sent";
  const LAST = "videau-who";
  const LONGEST = 30 * 24 * 3600 * 1000;
  const who = box.dataset.who;
  // What this page cannot send any more waits for the next one, where somebody may have signed in.
  const signedOut = new Set();

  const opened = () => new Promise((resolve, reject) => {
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
  const stored = async (store, mode, act) => {
    const database = await opened();
    try {
      return await new Promise((resolve, reject) => {
        const change = database.transaction(store, mode);
        const request = act(change.objectStore(store));
        change.oncomplete = () => resolve(request.result);
        change.onabort = () => reject(change.error);
      });
    } finally {
      database.close();
    }
  };
  const kept = () => stored("reports", "readonly", (reports) => reports.getAll());
  const keep = (report) => stored("reports", "readwrite", (reports) => reports.put(report));
  const forget = (report) => stored("reports", "readwrite", (reports) => reports.delete(report.key));

  // A draft belongs to one player and one match, so that nobody meets it elsewhere.
  const drafts = {
    id: (match, owner) => `${owner} ${match}`,
    get: (id) => stored("drafts", "readonly", (all) => all.get(id)),
    put: (draft) => stored("drafts", "readwrite", (all) => all.put(draft)),
    delete: (id) => stored("drafts", "readwrite", (all) => all.delete(id)),
  };
  // Who changed the sheet after it was sent keeps the newer one.
  const settle = async (report) => {
    const draft = report.draft && (await drafts.get(report.draft.id));
    if (draft && draft.stamp === report.draft.stamp) {
      await drafts.delete(draft.id);
    }
    document.dispatchEvent(new CustomEvent("videau:sent", { detail: report }));
  };
  const prune = async () => {
    for (const draft of await stored("drafts", "readonly", (all) => all.getAll())) {
      if (Date.now() - draft.at > LONGEST) {
        await drafts.delete(draft.id);
      }
    }
  };

  // Plain http has random numbers, and no crypto.randomUUID.
  const hex = (byte) => byte.toString(16).padStart(2, "0");
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");

  const say = (words, report) => words.replace("{report}", report.words).replace("{reason}", report.reason || "");

  const button = (words, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "small outline";
    made.textContent = words;
    made.addEventListener("click", act);
    return made;
  };

  // The page of the service shows what speaks against a report, with what was typed.
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

  let done = [];
  const show = async () => {
    const lines = [...done, ...(await kept()).map(lineOf)];
    const before = box.textContent;
    const now = lines.map((one) => one.textContent).join("");
    // The same words are not written again, so that a screen reader stays quiet and a focus stays where it is.
    if (before !== now) {
      box.replaceChildren(...lines);
    }
  };

  const thanks = (state) => box.dataset[state === "final" || state === "reported" ? state : "disputed"];

  // Sends one report: "sent", "refused", "signed-out", or "waiting" when nothing final came back.
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
    const said = await answer.json().catch(() => ({}));
    if (answer.ok) {
      report.state = said.state;
      return "sent";
    }
    if (answer.status >= 500 || answer.status === 429 || said.code === "request_in_progress") {
      return "waiting";
    }
    if (answer.status === 401 || said.code === "csrf_failed") {
      return "signed-out";
    }
    report.reason = said.detail || answer.statusText || String(answer.status);
    return "refused";
  };

  let isBusy = false;
  const deliver = async () => {
    if (isBusy || who === undefined) {
      return;
    }
    isBusy = true;
    try {
      for (const report of await kept()) {
        if (report.reason || report.who !== who || signedOut.has(report.key)) {
          continue;
        }
        const outcome = await send(report);
        if (outcome === "sent") {
          await forget(report);
          await settle(report);
          done.push(line(`${say(box.dataset.sent, report)} ${thanks(report.state)}`, "message"));
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
    const winner = form.querySelector("[name=winner]:checked");
    const length = Number(form.dataset.length);
    const points = Number(submitter.value);
    const score = winner.value === "one" ? [length, points] : [points, length];
    return {
      key: newKey(),
      who,
      to: form.dataset.to,
      page: form.action,
      next: form.dataset.next,
      said: { score },
      typed: { winner: winner.value, loser_points: points },
      words: `${winner.closest("label").textContent.trim()} ${length}–${points}`,
    };
  };

  // Whoever types a match again has thought better of it: the newer report is the one that goes out.
  const replaceKept = async (report) => {
    for (const older of await kept()) {
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
      sessionStorage.setItem(SENT, report.state);
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
    form.closest("dialog")?.close();
    await show();
    box.focus();
  };

  // Without a page of the service, and so without its token, the report waits for the next one.
  const post = async (report, form) => {
    isBusy = true;
    try {
      await replaceKept(report);
      await follow(who === undefined ? "waiting" : await send(report), report, form);
    } catch {
      // A browser that keeps nothing sends the form as ever.
      sendAsForm(report);
    } finally {
      isBusy = false;
    }
  };

  // A hidden field of Django says "False" for what is not set.
  const isSet = (field) => field !== undefined && !["", "False"].includes(field.value);

  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement & { elements: any }} */ (event.target);
    // What both agree on side by side, and what is insisted on, goes on page by page.
    const isPlain = form.matches("[data-report]") && !isSet(form.elements.together) && !isSet(form.elements.insist);
    if (event.defaultPrevented || !isPlain || !event.submitter || who === undefined) {
      return;
    }
    event.preventDefault();
    await post(reportOf(form, event.submitter), form);
  });

  // On the page of a match, and of the own matches, the two taps need no other page, which may be out of reach.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-won]");
    const place = link && `[data-report-dialog="${link.dataset.of || ""}"]`;
    const dialog = place && /** @type {HTMLDialogElement} */ (document.querySelector(place));
    if (dialog && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      /** @type {HTMLInputElement} */ (dialog.querySelector(`[name=winner][value="${link.dataset.won}"]`)).checked = true;
      dialog.showModal();
      dialog.querySelector(".points button").focus();
    }
  });

  // A report that went out as a form is acknowledged by the message of the page it led to.
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

  const said = sessionStorage.getItem(SENT);
  if (said) {
    sessionStorage.removeItem(SENT);
    done = [line(thanks(said), "message")];
  }
  // The page for a lost connection sends nothing itself: it gives way to the real one as soon as that is in reach.
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

  // Installed, or on any page over https, the phone keeps the look of the pages too.
  if (navigator.serviceWorker && isSecureContext) {
    navigator.serviceWorker.register("/sw.js");
  }
};

const place = document.querySelector("[data-outbox]");
if (place instanceof HTMLElement && window.indexedDB) {
  start(place);
}
