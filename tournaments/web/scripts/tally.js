// Adds up a scoresheet on the phone as rules/scoresheet.py does, for as long as the service has not answered; its sum counts.

/**
 * @typedef {{ length: number, points: number[], crawfordDone: boolean, isLost: boolean }} Score
 * @typedef {{ to: string, points: number, before_game: number }} Penalty
 * @typedef {{ before_game: number, length: number }} LengthChange
 * @typedef {{
 *   length: number, start_score: number[], cube_cap: number | null, penalties: Penalty[], length_changes: LengthChange[]
 * }} Conditions
 * @typedef {{ winner: string, result: string, cube: number }} Game
 */

const SIDES = ["one", "two"];
/** @type {Record<string, number>} */
const MULTIPLE = { single: 1, gammon: 2, backgammon: 3 };

/** @type {(score: Score, side: number) => number} */
const away = (score, side) => Math.max(score.length - score.points[side], 0);
/** @type {(score: Score) => boolean} */
const isWon = (score) => Math.max(...score.points) >= score.length;
/** @type {(score: Score) => boolean} */
const isCrawford = (score) =>
  score.length > 1 && !isWon(score) && !score.crawfordDone && (away(score, 0) === 1 || away(score, 1) === 1);

// Half the length in penalty points loses the match (P3).
/** @type {(conditions: Conditions, length: number, game: number) => boolean} */
const isLostByPenalties = (conditions, length, game) => SIDES.some((side) => {
  const given = conditions.penalties.filter((one) => one.to === side && one.before_game <= game);
  return 2 * given.reduce((sum, one) => sum + one.points, 0) > length;
});

// What the director changed before a game (M5, M5a); a length that a side has reached already changes nothing.
/** @type {(conditions: Conditions, score: Score, game: number) => void} */
const settle = (conditions, score, game) => {
  if (isWon(score)) {
    return;
  }
  const lengths = conditions.length_changes.filter((one) => one.before_game === game).map((one) => one.length);
  if (lengths.every((length) => length > Math.max(...score.points))) {
    score.length = lengths.at(-1) ?? score.length;
    for (const penalty of conditions.penalties) {
      if (penalty.before_game === game && !isWon(score)) {
        score.points[SIDES.indexOf(penalty.to)] += penalty.points;
      }
    }
  }
  score.isLost = isLostByPenalties(conditions, score.length, game);
};

// The largest cube that is of use to the side that doubles (E6); 1 where there is none.
/** @type {(score: Score, cap: number | null) => number} */
const largestCube = (score, cap) => {
  if (score.length === 1 || isCrawford(score)) {
    return 1;
  }
  let largest = 1;
  for (const first of [0, 1]) {
    for (let value = 1, side = first; value < away(score, side) && (cap === null || 2 * value <= cap); side = 1 - side) {
      value *= 2;
      largest = Math.max(largest, value);
    }
  }
  return largest;
};

/** @param {Score} score @param {number | null} cap */
const stand = (score, cap) => ({
  length: score.length,
  before: [...score.points],
  isCrawford: !score.isLost && isCrawford(score),
  largest: largestCube(score, cap),
});

// The lines of the games that could be played, and how it stands before the next one.
/** @param {Conditions} conditions @param {Game[]} games */
export const tally = (conditions, games) => {
  const score = { length: conditions.length, points: [...conditions.start_score], crawfordDone: false, isLost: false };
  const lines = [];
  for (const [number, game] of games.entries()) {
    settle(conditions, score, number);
    if (score.isLost || isWon(score)) {
      break;
    }
    const line = stand(score, conditions.cube_cap);
    score.crawfordDone = score.crawfordDone || line.isCrawford;
    score.points[SIDES.indexOf(game.winner)] += game.cube * MULTIPLE[game.result];
    lines.push({ ...line, after: [...score.points] });
  }
  if (lines.length === games.length) {
    settle(conditions, score, games.length);
  }
  const isOver = score.isLost || isWon(score);
  const winner = isWon(score) && !score.isLost ? score.points.findIndex((points) => points >= score.length) : null;
  return { lines, next: stand(score, conditions.cube_cap), score: [...score.points], length: score.length, isOver, winner };
};
