// Tells this phone of a call: asked for by a tap, and given up where somebody else uses the phone.
import { part, targetOf } from "./dom.js";

// Whom this browser tells: the player's id. The subscription itself is the browser's.
const TOLD = "videau-told";
const isAble = "PushManager" in window && "Notification" in window && Boolean(navigator.serviceWorker);

// Pages for other sites and for the hall are nobody's, and their brackets name entrants by the same attribute.
/** @returns {string | undefined} */
const reader = () => document.querySelector("[data-outbox]")?.dataset.who;

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @type {() => Promise<PushSubscription | null>} */
const subscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

// A part of the page that is renewed offers it again, unless this browser tells its reader already.
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

// Who signs out, or hands the phone on, is told nothing on it any more.
const handOver = async () => {
  const told = localStorage.getItem(TOLD);
  const now = reader();
  if (told !== null && now !== undefined && told !== now) {
    localStorage.removeItem(TOLD);
    await (await subscription())?.unsubscribe();
  }
};

/** @type {(key: string) => Promise<PushSubscription>} */
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
    // It was made for another key of the service.
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
};

/** @type {(form: HTMLFormElement, key: string) => Promise<void>} */
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
