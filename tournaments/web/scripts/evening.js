// The evening on a shared tablet: a tap on the winner, one on the points, and the word of both sides; then it goes into
// the outbox.
import { part, targetOf } from "./dom.js";
import { outbox } from "./outbox.js";

/** @type {(element: HTMLElement, places: Record<string, string>) => string} */
const fill = (element, places) =>
  Object.entries(places).reduce((words, [name, value]) => words.replace(`{${name}}`, value), element.dataset.words ?? "");

/** @param {HTMLDialogElement} dialog */
const start = (dialog) => {
  const form = /** @type {HTMLFormElement} */ (part(dialog, "[data-evening-form]"));
  const points = part(dialog, "[data-evening-points]");
  const agree = part(dialog, "[data-evening-agree]");
  const alone = part(dialog, "[data-evening-alone]");
  const both = [...dialog.querySelectorAll("[data-evening-both]")];
  const yes = /** @type {HTMLButtonElement[]} */ ([...agree.querySelectorAll("[data-evening-both] button")]);
  /** @type {HTMLElement | undefined} */
  let tapped;
  let loser = 0;

  const about = () => /** @type {DOMStringMap} */ (tapped?.dataset);
  /** @param {string} side */
  const name = (side) => about()[side] ?? "";
  const score = () => {
    const length = Number(about().length);
    return about().eveningWon === "one" ? [length, loser] : [loser, length];
  };

  /** @param {HTMLElement} link */
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

  /** @param {string} value */
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
