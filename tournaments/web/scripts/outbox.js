// The outbox: a report is written down on this phone before it is sent, so that no bad connection loses it. It is sent
// under a key of its own until the service has answered, and the service counts a key once. The drafts of scoresheets lie
// beside it until the service has their report. The results that a desk types go through it too.
import { newKey, part, targetOf } from "./dom.js";

/**
 * A scoresheet as it stands on this phone; `stamp` changes with every change, `about` is what a page needs to show it.
 * @typedef {{ winner: string, result: string, cube: string, ended: string }} Row
 * @typedef {{
 *   id: string, who: string, stamp: string, at: number, isTouched: boolean, rows: Row[], lang: string, about: Record<string, any>
 * }} Draft
 */
/**
 * A report that waits for the service; `said` is the body of its request, `typed` the fields of its page. That of a desk
 * names its match in `desk`. An act of a desk says nothing: it is sent to its page as a form.
 * @typedef {{
 *   key: string, who: string | undefined, to: string, page: string, next: string, said: object | null,
 *   typed: Record<string, any>,
 *   words: string, adds?: boolean, draft?: { id: string | null, stamp: string }, state?: string, reason?: string,
 *   desk?: string, at?: number
 * }} Report
 */
/** @typedef {"sent" | "refused" | "signed-out" | "waiting"} Outcome */

/**
 * What a scoresheet needs of it; empty where the browser keeps nothing.
 * @type {Record<string, any>}
 */
export const outbox = {};

/** @param {HTMLElement} box */
const start = (box) => {
  // A page for strangers has none, and what is sent from there is answered by who is missing.
  const token = () => /** @type {HTMLInputElement?} */ (document.querySelector("[name=csrfmiddlewaretoken]"))?.value ?? "";
  const RETRY = 10000;
  const SOON = 2000;
  const PATIENCE = 15000;
  const SENT = "videau-sent";
  const LAST = "videau-who";
  const LONGEST = 30 * 24 * 3600 * 1000;
  const who = box.dataset.who;
  // What this page cannot send any more waits for the next one, where somebody may have signed in.
  const signedOut = new Set();

  /** @type {() => Promise<IDBDatabase>} */
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
  /** @type {(store: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest) => Promise<any>} */
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
  /** @type {() => Promise<Report[]>} */
  const waitingReports = async () => {
    /** @type {Report[]} */
    const reports = await inStore("reports", "readonly", (all) => all.getAll());
    // A desk calls, starts and settles a match in this order.
    return reports.sort((one, two) => (one.at ?? 0) - (two.at ?? 0));
  };
  /** @param {Report} report */
  const keep = (report) => inStore("reports", "readwrite", (reports) => reports.put(report));
  /** @param {Report} report */
  const forget = (report) => inStore("reports", "readwrite", (reports) => reports.delete(report.key));

  // A draft belongs to one player and one match, so that nobody meets it elsewhere.
  const drafts = {
    /** @type {(match: string | undefined, owner: string | undefined) => string} */
    id: (match, owner) => `${owner} ${match}`,
    /** @type {(id: string) => Promise<Draft | undefined>} */
    get: (id) => inStore("drafts", "readonly", (all) => all.get(id)),
    /** @param {Draft} draft */
    put: (draft) => inStore("drafts", "readwrite", (all) => all.put(draft)),
    /** @param {string} id */
    delete: (id) => inStore("drafts", "readwrite", (all) => all.delete(id)),
  };
  // Who changed the sheet after it was sent keeps the newer one.
  /** @param {Report} report */
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

  /** @type {(words: string | undefined, report: Report) => string} */
  const say = (words = "", report) => words.replace("{report}", report.words).replace("{reason}", report.reason || "");

  /** @type {(words: string | undefined, act: () => void) => HTMLButtonElement} */
  const button = (words = "", act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "small outline";
    element.textContent = words;
    element.addEventListener("click", act);
    return element;
  };

  // The page of the service shows what speaks against a report, with what was typed.
  /** @param {Report} report */
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

  // A desk decides on the page of the service, and forgets what it typed only when it says so.
  /** @param {Report} report */
  const lookAgain = async (report) => {
    if (!report.desk) {
      await forget(report);
    }
    sendAsForm(report);
  };

  /** @type {(words: string, className: string, ...buttons: HTMLButtonElement[]) => HTMLElement} */
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

  /** @param {Report} report */
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

  // A desk types many results, which share a note.
  /** @param {Report} report */
  const isShared = (report) =>
    report.desk !== undefined && !report.reason && (who === undefined || report.who === who) && !signedOut.has(report.key);
  /** @type {(reports: Report[]) => HTMLElement[]} */
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

  /** @type {HTMLElement[]} */
  let receipts = [];
  const show = async () => {
    const reports = await waitingReports();
    const lines = [
      ...receipts, ...deskNote(reports.filter(isShared)), ...reports.filter((one) => !isShared(one)).map(lineOf),
    ];
    document.dispatchEvent(new CustomEvent("videau:kept", { detail: reports }));
    const before = box.textContent;
    const now = lines.map((one) => one.textContent).join("");
    // The same words are not written again, so that a screen reader stays quiet and a focus stays where it is.
    if (before !== now) {
      box.replaceChildren(...lines);
    }
  };

  /** @param {string | undefined} state */
  const thanks = (state) => (state ? box.dataset[state === "final" || state === "reported" ? state : "disputed"] : "") ?? "";

  /** @param {Response} answer - of a service that could store nothing just then */
  const trySoon = (answer) => answer.status === 503 && setTimeout(() => goOn(), SOON);

  // Sends one report: "sent", "refused", "signed-out", or "waiting" when nothing final came back.
  /** @type {(report: Report) => Promise<Outcome>} */
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

  // An act of a desk is a form of its page. It is done when it leads on to the board.
  /** @type {(report: Report) => Promise<Outcome>} */
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

  /** @type {(form: HTMLFormElement, submitter: HTMLButtonElement) => Report} */
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

  // Whoever types a match again has thought better of it: the newer report is the one that goes out. Names are added.
  /** @param {Report} report */
  const replaceOlder = async (report) => {
    for (const older of await waitingReports()) {
      if (older.to === report.to && older.who === who && !report.adds) {
        await forget(older);
      }
    }
    await keep(report);
  };

  /** @type {(outcome: Outcome, report: Report, form: HTMLFormElement) => Promise<void>} */
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

  // Without a page of the service, and so without its token, the report waits for the next one.
  /** @type {(report: Report, form: HTMLFormElement) => Promise<void>} */
  const post = async (report, form) => {
    isBusy = true;
    try {
      await replaceOlder(report);
      await follow(who === undefined ? "waiting" : await send(report), report, form);
    } catch {
      // A browser that keeps nothing sends the form as ever.
      sendAsForm(report);
    } finally {
      isBusy = false;
    }
  };

  // A desk goes on at once: the report is written down, and goes out with the others.
  /** @param {Report} report */
  const add = async (report) => {
    await replaceOlder(report);
    await show();
    deliver();
  };

  // A form that only adds or takes away says what stands in its fields.
  /** @type {(form: HTMLFormElement) => Report} */
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

  // A hidden field of Django says "False" for what is not set.
  /** @param {HTMLInputElement | undefined} field */
  const isSet = (field) => field !== undefined && !["", "False"].includes(field.value);

  document.addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement & { elements: any }} */ (event.target);
    // What both agree on side by side, and what is insisted on, goes on page by page.
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

  // On the page of a match, and of the own matches, the two taps need no other page, which may be out of reach.
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
