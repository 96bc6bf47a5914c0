// Times as a clock shows them.

/**
 * The time of day in a zone; that of the device where the zone is empty.
 * @param {string} zone
 * @param {string} language
 * @param {Date} [now]
 */
export const clock = (zone, language, now = new Date()) => {
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: zone || undefined };
  return new Intl.DateTimeFormat(language, options).format(now);
};

/**
 * The same; a clock of another zone than that of the device says which one it is.
 * @param {string} zone
 * @param {string} language
 * @param {Date} [now]
 */
export const clockWithZone = (zone, language, now = new Date()) => {
  const time = clock(zone, language, now);
  if (!zone || time === clock("", language, now)) {
    return time;
  }
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "short" });
  const name = format.formatToParts(now).find((part) => part.type === "timeZoneName");
  return `${time} ${name?.value ?? zone}`;
};

/**
 * What is left until a moment, as minutes and seconds; nothing less than none.
 * @param {string} moment
 * @param {number} [now]
 */
export const countdown = (moment, now = Date.now()) => {
  const left = Math.max(0, Math.round((Date.parse(moment) - now) / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};
