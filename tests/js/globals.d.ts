// What htmx puts on the page.
declare const htmx: { trigger(element: Element, name: string): void };

// The elements of our pages are elements of HTML, and so are the targets of their events.
interface Element {
  readonly dataset: DOMStringMap;
  hidden: any;
  focus(options?: FocusOptions): void;
  click(): void;
}
interface EventTarget {
  closest<E extends HTMLElement = HTMLElement>(selectors: string): E | null;
  matches(selectors: string): boolean;
  dataset: DOMStringMap;
}
// The events of htmx carry what they are about.
interface Event {
  readonly detail: any;
}
