// A bracket as a sheet that fits any screen: zoom, move, full screen, names of rounds in sight.
import { showGains, signatures } from "./canvas_gains.js";
import { enterByKeys } from "./canvas_keys.js";
import { Marks } from "./canvas_marks.js";
import { part, targetOf } from "./dom.js";

const SMALLEST = 0.06;
const LARGEST = 1.75;
const READABLE = 0.62;
const LEGIBLE = 0.4;
const STEP = 1.25;
const WIDE = 768;
const COLUMN = 19.5;
const DRAG = 6;
const REST = 160;

/** @type {(value: number, low: number, high: number) => number} */
const within = (value, low, high) => Math.min(Math.max(value, low), high);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * What stays when the bracket is renewed.
 * @typedef {{ zoom: number, x: number, y: number, lit: string, focus: string, slots: Map<string, string> }} Kept
 */

/** The sheet of one bracket: a view that scrolls, and in it a plane that is scaled. */
export const Canvas = class {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} holder
   */
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
    /** @type {{ x: number, y: number, left: number, top: number, isMoved: boolean } | null} */
    this.drag = null;
    /** @type {{ distance: number, zoom: number } | null} */
    this.pinch = null;
    this.marks = new Marks(this);
  }

  get isOn() {
    return this.frame.classList.contains("is-canvas");
  }

  get isWhole() {
    return this.holder.classList.contains("is-whole");
  }

  /**
   * Lay the bracket out as a sheet.
   * @param {Kept | null} kept
   */
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

  /** Go back to the list of a round. */
  close() {
    this.frame.classList.remove("is-canvas");
    for (const one of [this.plane, this.size, this.heads]) {
      one.removeAttribute("style");
    }
    this.heads.replaceChildren();
  }

  /** The slot to look at first: of the marked path, under way, or the last one. */
  first() {
    const on = [...this.plane.querySelectorAll(".slot.on-path")].at(-1);
    const under = this.plane.querySelector(".slot.is-playing, .slot.is-reported, .slot.is-open");
    return on ?? under ?? [...this.plane.querySelectorAll(".bracket:first-of-type .slot")].at(-1) ?? null;
  }

  /**
   * Scale the plane; the point of the view at `x` and `y` stays where it is.
   *
   * Under way only the plane is moved, which the browser does without painting it again; the view follows at the end.
   * @param {number} zoom
   * @param {number} x
   * @param {number} y
   * @param {boolean} isUnderWay
   */
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

  /** Let the view scroll over the plane as it is scaled now. */
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

  /** Scale the plane so that all of it is in sight. */
  fit() {
    const heads = this.heads.offsetHeight;
    this.scale(Math.min(this.view.clientWidth / (this.width ?? 1), (this.view.clientHeight - heads) / (this.height ?? 1), 1));
  }

  /**
   * Scale by a factor around the middle of the view.
   * @param {number} factor
   */
  step(factor) {
    this.scale(this.zoom * factor, this.view.clientWidth / 2, this.view.clientHeight / 2);
  }

  /**
   * Bring a slot into the middle of the view.
   * @param {Element | null} slot
   * @param {ScrollBehavior} behavior
   */
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

  /**
   * Where an element stands on the plane, before it is scaled.
   * @param {Element} element
   */
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

  /** Name the rounds of the part in sight above their columns. */
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

  /** Put the names of rounds above their columns. */
  spread() {
    for (const head of this.heads.children) {
      if (head instanceof HTMLElement) {
        head.style.insetInlineStart = `${Number(head.dataset.at) * this.zoom + this.shift.x}px`;
        head.style.width = `${17 * rem() * this.zoom}px`;
      }
    }
  }

  /**
   * Fill the screen, or leave it.
   * @param {boolean} isOn
   */
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

  /** What stays when the bracket is renewed. */
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

  /** Listen to fingers, wheel and buttons. */
  listen() {
    this.view.addEventListener("scroll", () => this.name(), { passive: true });
    this.view.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.view.addEventListener("pointerdown", (event) => this.onDown(event));
    // No text is selected while the sheet is moved.
    this.view.addEventListener("mousedown", (event) => this.isOn && event.preventDefault());
    this.view.addEventListener("dragstart", (event) => event.preventDefault());
    this.view.addEventListener("touchmove", (event) => this.onTouch(event), { passive: false });
    this.view.addEventListener("touchend", () => (this.pinch = null));
    this.tools.addEventListener("click", (event) => this.onTool(event));
    enterByKeys(this);
    this.marks.listen();
  }

  /** @param {WheelEvent} event */
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

  /** @param {PointerEvent} event */
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
      // The click that ends a drag opens nothing.
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

  /** @param {TouchEvent} event */
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

  /** @param {MouseEvent} event */
  onTool(event) {
    const button = targetOf(event).closest("[data-canvas-do]");
    if (button instanceof HTMLElement) {
      this.act(button.dataset.canvasDo ?? "");
    }
  }

  /** @param {string} what */
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

/** @type {InstanceType<typeof Canvas> | null} */
let canvas = null;
/** @type {Kept | null} */
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
