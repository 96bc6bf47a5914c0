// One line of the scoresheet: the fields of a game, read and set.
import { part } from "./dom.js";

/** @typedef {import("./outbox.js").Row} Row */
/** @typedef {"winner" | "result" | "cube" | "ended"} Field */

/** @type {Field[]} */
export const FIELDS = ["winner", "result", "cube", "ended"];
/** @type {Row} */
const UNTOUCHED = { winner: "", result: "single", cube: "1", ended: "borne_off" };
/** @type {Field[]} */
const RADIOS = ["winner", "result"];

/** @type {(line: ParentNode, name: Field) => HTMLSelectElement} */
export const field = (line, name) => /** @type {HTMLSelectElement} */ (part(line, `[name$="-${name}"]`));
/** @type {(line: ParentNode, name: Field) => HTMLInputElement[]} */
const radios = (line, name) => [.../** @type {NodeListOf<HTMLInputElement>} */ (line.querySelectorAll(`[name$="-${name}"]`))];
/** @type {(line: ParentNode, name: Field, value: string) => HTMLInputElement} */
export const radio = (line, name, value) => /** @type {HTMLInputElement} */ (part(line, `[name$="-${name}"][value="${value}"]`));
/** @type {(line: ParentNode, name: Field) => string} */
const valueOf = (line, name) =>
  (RADIOS.includes(name) ? radios(line, name).find((one) => one.checked)?.value ?? "" : field(line, name).value);
/** @type {(line: ParentNode) => Row} */
export const rowOf = (line) => ({
  winner: valueOf(line, "winner"),
  result: valueOf(line, "result"),
  cube: valueOf(line, "cube"),
  ended: valueOf(line, "ended"),
});
/** @type {(line: ParentNode, name: Field, value: string) => void} */
export const setField = (line, name, value) => {
  if (!RADIOS.includes(name)) {
    offerValue(field(line, name), value);
    field(line, name).value = value;
  } else if (value) {
    radio(line, name, value).checked = true;
  } else {
    radios(line, name).forEach((one) => { one.checked = false; });
  }
};
/** @type {(select: HTMLSelectElement, value: string) => void} */
const offerValue = (select, value) => {
  if (![...select.options].some((option) => option.value === value)) {
    select.append(new Option(value, value));
  }
};
/** @param {Row} row */
export const isUntouched = (row) => FIELDS.every((name) => row[name] === UNTOUCHED[name]);
/** @param {Row} row */
export const gameOf = (row) => (row.winner ? { ...row, cube: Number(row.cube) } : null);
// What was tapped before this file was there: where a field is not as the page brought it.
/** @param {ParentNode} line */
export const changedFields = (line) => FIELDS.filter((name) => {
  if (RADIOS.includes(name)) {
    return radios(line, name).some((one) => one.checked !== one.defaultChecked);
  }
  return [...field(line, name).options].some((option) => option.defaultSelected !== option.selected && option.defaultSelected);
});
