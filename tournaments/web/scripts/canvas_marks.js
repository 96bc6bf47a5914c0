// The path of a player in a bracket: marked under the mouse, by a tap or by the focus; pinned in this browser.
import { stopAt } from "./canvas_keys.js";
import { part, targetOf } from "./dom.js";

/** @typedef {InstanceType<typeof import("./canvas.js").Canvas>} Canvas */
/** @typedef {{ who: string, name: string }} Pinned */

const STORE = "videau.pinned";
const MOST = 200;
const SVG = "http://www.w3.org/2000/svg";

/** @returns {Pinned[]} */
const stored = () => {
  try {
    const list = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one?.who === "string" && typeof one?.name === "string") : [];
  } catch {
    return [];
  }
};
/** @param {Pinned[]} list */
const store = (list) => {
  try {
    localStorage.setItem(STORE, JSON.stringify(list.slice(-MOST)));
  } catch {
    // A browser that keeps nothing has no pinned players.
  }
};

/** What is marked on one sheet. */
export const Marks = class {
  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** The entrant whose path stays marked. */
    this.lit = "";
    /** The entrant whose path is marked under the mouse. */
    this.passing = "";
    this.touched = false;
  }

  get plane() {
    return this.canvas.plane;
  }

  get bar() {
    return part(this.canvas.tools, "[data-canvas-path]");
  }

  /**
   * The sides of an entrant, in the order of the sheet.
   * @param {string} who
   */
  sides(who) {
    return who ? [...this.plane.querySelectorAll(`.slot-side[data-who="${CSS.escape(who)}"]`)] : [];
  }

  /**
   * Mark the path of an entrant, or nothing.
   * @param {string} who
   * @param {Element | null} at
   */
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

  /**
   * Draw the way from slot to slot, and where the loser of a match goes or comes from.
   * @param {HTMLLIElement[]} slots
   * @param {Element | null} at
   */
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

  /**
   * A curve from one slot to another.
   * @param {Element | null} from
   * @param {Element | null} to
   * @param {string} kind
   */
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

  /**
   * Mark an entrant until somebody else is marked.
   * @param {string} who
   * @param {Element | null} at
   */
  choose(who, at = null) {
    this.lit = who;
    this.draw(who, at);
    const name = this.sides(who)[0]?.querySelector("[data-name]")?.textContent ?? "";
    this.bar.hidden = !name;
    part(this.bar, "[data-canvas-name]").textContent = name;
    const pin = part(this.bar, '[data-canvas-do="pin"]');
    pin.setAttribute("aria-pressed", String(stored().some((one) => one.who === who)));
  }

  /** Show who is pinned in this browser, by a star and as buttons. */
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

  /**
   * Mark an entrant and bring its last match into sight.
   * @param {string} who
   */
  find(who) {
    this.choose(who);
    const last = this.sides(who).at(-1)?.closest("li") ?? null;
    if (this.canvas.isOn) {
      stopAt(this.plane, last);
      this.canvas.show(last);
    }
  }

  /** @param {string} what */
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

  /**
   * Mark again what was marked before the bracket was renewed.
   * @param {string} lit
   * @param {string} focus
   */
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

  /** Listen to mouse, fingers and focus. */
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
      // The first tap marks, the second opens the match.
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
