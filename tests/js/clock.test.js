import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, clockWithZone, countdown } from "../../tournaments/web/scripts/clock.js";

const NOON = new Date("2026-05-02T12:00:00Z");

test("a clock shows the time of its zone", () => {
  assert.equal(clock("Europe/Paris", "fr", NOON), "14:00");
  assert.equal(clock("UTC", "en", NOON), "12:00");
});

test("a clock of another zone than that of the device names it", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  assert.equal(clockWithZone(own, "en", NOON), clock("", "en", NOON));
  const other = own === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo";
  assert.match(clockWithZone(other, "en", NOON), /^\d\d:00 \S+/);
  assert.equal(clockWithZone("", "en", NOON), clock("", "en", NOON));
});

test("a countdown ends at nothing", () => {
  const now = NOON.getTime();
  assert.equal(countdown("2026-05-02T12:01:05Z", now), "1:05");
  assert.equal(countdown("2026-05-02T13:30:00Z", now), "90:00");
  assert.equal(countdown("2026-05-02T11:00:00Z", now), "0:00");
});
