// What the pages of puzzles share: what was kept, times, dates, links.
import { digits } from "./words.js";

/** A time as minutes and seconds, in the digits of the page. @param {number} seconds */
export function clock(seconds) {
  return digits(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`, document.documentElement.lang);
}

/** The object that a text holds; an empty one for a text that was spoilt. @param {string | null} text */
export function object(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** The ID that the address ends with; what cannot be read stays as it is. */
export function linkedId() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is wrong with an ID, or null for a whole one; the beginning of a known one was cut off.
 * @param {string} id @param {string[]} known @param {string[]} kinds  the names of all kinds of puzzles */
export function faultOf(id, known, kinds) {
  if (/^tobago\d+-/.test(id) && !id.startsWith("tobago1-")) return "other_version";
  const kind = kinds.find((one) => id.startsWith(`tobago1-${one}-`));
  const whole = kind !== undefined && /^[\w-]{8,}$/.test(id.slice(`tobago1-${kind}-`.length));
  return whole && !known.some((one) => one.startsWith(id)) ? null : "broken_link";
}

/** Write the dates of the page in its calendar. */
export function writeDates() {
  const locale = document.documentElement.lang === "fa" ? "fa-IR" : "en-GB"; // fa-IR: the Persian calendar
  const calendar = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  for (const time of document.querySelectorAll("time")) {
    const parts = calendar.formatToParts(new Date(time.dateTime));
    const order = ["weekday", "day", "month", "year"].map((type) => parts.find((part) => part.type === type)?.value);
    time.textContent = order.join(" ");
  }
}

/** An element of the page. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** Elements that have a data attribute. @param {string} name @returns {HTMLElement[]} */
export function having(name) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${name}]`))];
}
