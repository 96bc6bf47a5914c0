import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { folded, isComplete, readingsOf } from "../../tournaments/web/scripts/readings.js";

const cases = JSON.parse(readFileSync(new URL("../data/quick_lines.json", import.meta.url), "utf8"));
const matches = cases.matches.map((match, index) => ({
  ...match,
  uid: String(index),
  event: "Main",
  key_one: folded(match.one),
  key_two: folded(match.two),
  key_table: folded(match.table),
}));

for (const [typed, expected] of Object.entries(cases.lines)) {
  test(`the line "${typed}" is read as the service reads it`, () => {
    const sides = ["one", "two"];
    const read = readingsOf(typed, matches);
    const rows = read.map((one) => [Number(one.match.uid), sides[one.winner], one.points, one.high, isComplete(one)]);
    assert.deepEqual(rows, expected);
  });
}
