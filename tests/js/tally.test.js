import assert from "node:assert/strict";
import { test } from "node:test";
import { tally } from "../../tournaments/web/scripts/tally.js";

const conditions = (given = {}) => ({
  length: 5, start_score: [0, 0], cube_cap: null, penalties: [], length_changes: [], ...given,
});
const game = (winner, result = "single", cube = 1) => ({ winner, result, cube });

test("games add up by cube and result", () => {
  const sum = tally(conditions(), [game("one", "gammon", 2), game("two")]);
  assert.deepEqual(sum.score, [4, 1]);
  assert.equal(sum.winner, null);
  assert.equal(sum.isOver, false);
});

test("the game after a side is one point away is the Crawford game, once", () => {
  const sum = tally(conditions(), [game("one", "gammon", 2), game("two"), game("two")]);
  assert.deepEqual(sum.lines.map((line) => line.isCrawford), [false, true, false]);
  assert.equal(sum.lines[1].largest, 1);
});

test("nothing counts after the match is won", () => {
  const sum = tally(conditions(), [game("two", "backgammon", 2), game("one")]);
  assert.equal(sum.winner, 1);
  assert.equal(sum.lines.length, 1);
});

test("half the length in penalty points loses the match", () => {
  const sum = tally(conditions({ penalties: [{ to: "one", points: 3, before_game: 0 }] }), [game("one")]);
  assert.equal(sum.isOver, true);
  assert.equal(sum.winner, null);
});

test("a length that the director changed holds from its game on", () => {
  const sum = tally(conditions({ length_changes: [{ before_game: 1, length: 3 }] }), [game("one", "gammon"), game("one")]);
  assert.equal(sum.length, 3);
  assert.equal(sum.winner, 0);
});

test("a cap stops the cube", () => {
  assert.equal(tally(conditions({ length: 25, cube_cap: 4 }), []).next.largest, 4);
});
