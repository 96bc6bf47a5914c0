// What a line typed at the desk can mean, read on the machine itself: as `web/hall/quick_result.py` reads it.

/**
 * An open match as the board tells it; the keys are folded for comparison.
 * @typedef {{
 *   uid: string, one: string, two: string, length: number, table: string, event: string, begun: boolean,
 *   key_one: string, key_two: string, key_table: string
 * }} OpenMatch
 */
/**
 * A typed line: a table or a part of a name, and perhaps a side, the loser's points or a score.
 * @typedef {{ words: string, side: 0 | 1 | null, points: number | null, score: [number, number] | null }} Entry
 */
/**
 * A possible result; `winner` is 0 or 1, `high` are the winner's points if they were typed.
 * @typedef {{ match: OpenMatch, winner: 0 | 1, points: number | null, high: number | null, isOfTable: boolean }} Reading
 */

const MOST = 6;
const FEWEST_LETTERS = 2;
const SCORE = /(\d{1,3})\s*[-–:]\s*(\d{1,3})$/;
const TOGETHER = /^(\d{1,3})([ab])(\d{1,2})$/i;
const NUMBER = /^\d{1,9}$/;
/** @type {Record<string, 0 | 1>} */
const SIDES = { a: 0, 1: 0, b: 1, 2: 1 };

/**
 * Letters of names that have no decomposition, as `matches/models/names.py` folds them.
 * @type {Record<string, string>}
 */
const PLAIN = {
  æ: "ae", œ: "oe", ß: "ss", þ: "th", ð: "d", đ: "d", ø: "o", ł: "l", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ĸ: "q", ə: "e",
};

/**
 * A text without accents, strokes and case, as the service compares names.
 * @param {string} text
 */
export const folded = (text) =>
  text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase().replace(/\P{ASCII}/gu, (letter) => PLAIN[letter] ?? letter)
    .split(/\s+/).filter(Boolean).join(" ");

/** @type {(text: string) => Entry} */
const entryOf = (text) => {
  const words = text.replace(/^[/ ]+/, "").split(/\s+/).filter(Boolean);
  const joined = words.join(" ");
  const together = TOGETHER.exec(joined);
  if (together) {
    return { words: together[1], side: SIDES[together[2].toLowerCase()], points: Number(together[3]), score: null };
  }
  const score = SCORE.exec(joined);
  if (score && score.index) {
    return {
      words: joined.slice(0, score.index).trim(), side: null, points: null, score: [Number(score[1]), Number(score[2])],
    };
  }
  const last = words[words.length - 1] ?? "";
  const points = words.length > 1 && NUMBER.test(last) ? Number(last) : null;
  const rest = points === null ? words : words.slice(0, -1);
  const end = (rest[rest.length - 1] ?? "").toLowerCase();
  const side = rest.length > 1 && end in SIDES ? SIDES[end] : null;
  // Two numbers are a table and points; three are a table, a side and points.
  if (side !== null && (points !== null || /^\p{L}+$/u.test(end))) {
    return { words: rest.slice(0, -1).join(" "), side, points, score: null };
  }
  return { words: rest.join(" "), side: null, points, score: null };
};

/** @type {(words: string, matches: OpenMatch[]) => OpenMatch[]} */
const atTable = (words, matches) => {
  const key = folded(words);
  return matches.filter((match) => key && match.key_table === key);
};

/** @type {(match: OpenMatch, entry: Entry) => Reading[]} */
const ofTable = (match, entry) => {
  if (entry.score) {
    const [one, two] = entry.score;
    const high = Math.max(one, two);
    return [{ match, winner: one >= two ? 0 : 1, points: Math.min(one, two), high, isOfTable: true }];
  }
  /** @type {(0 | 1)[]} */
  const sides = entry.side === null ? [0, 1] : [entry.side];
  return sides.map((winner) => ({ match, winner, points: entry.points, high: null, isOfTable: true }));
};

/**
 * The possible results of open matches that fit a typed line, at most six.
 * @type {(text: string, matches: OpenMatch[]) => Reading[]}
 */
export const readingsOf = (text, matches) => {
  let entry = entryOf(text);
  // The name of a table may end like a side or points.
  if (!atTable(entry.words, matches).length && atTable(text, matches).length) {
    entry = { words: text, side: null, points: null, score: null };
  }
  const readings = atTable(entry.words, matches).flatMap((match) => ofTable(match, entry));
  const words = folded(entry.words).split(" ").filter(Boolean);
  if (words.join("").length >= FEWEST_LETTERS) {
    const high = entry.score && Math.max(...entry.score);
    const points = entry.score ? Math.min(...entry.score) : entry.points;
    for (const match of matches) {
      for (const winner of /** @type {(0 | 1)[]} */ ([0, 1])) {
        const name = winner === 0 ? match.key_one : match.key_two;
        if (words.every((word) => name.includes(word))) {
          readings.push({ match, winner, points, high, isOfTable: false });
        }
      }
    }
  }
  return readings.slice(0, MOST);
};

/**
 * Whether a result can be entered without further input.
 * @param {Reading} one
 */
export const isComplete = (one) =>
  one.points !== null && one.points < one.match.length && (one.high === null || one.high >= one.match.length);
