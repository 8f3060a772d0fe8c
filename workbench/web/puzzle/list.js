// The list of puzzles: what is begun or solved, a filter, today's puzzle and the days before; a link with #ID leads on.
import "./puzzle.css";
import { digits, speaker } from "./words.js";
import { keep, kept, switchable } from "./kept.js";
import { byId, clock, faultOf, having, linkedId, object, writeDates } from "./look.js";
import { Times } from "./times.js";

/** @type {{words: Record<string, string>, kinds: string[]}} */
const data = JSON.parse(byId("data").textContent ?? "");
const lang = document.documentElement.lang, say = speaker(data.words, lang);
const times = new Times();

/** @param {string} text */
function tell(text) {
  byId("said").textContent = text;
}

/** The date of the browser, as the days of the site are written. */
function today() {
  const now = new Date(), two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const FILTER = "tobago-filter", NEXT = "next-";
const filters = /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ (having("filter"));
const sorter = filters.find(({ dataset }) => dataset.filter === "sort"), inOrder = having("kind");
let shown = ""; // the day that is taken for today

/** Show the days up to today, which the browser knows and which changes at midnight; they are listed from the last to the first. */
function showDays() {
  const days = having("day"), now = today();
  if (!days.length || now === shown) return;
  shown = now;
  offer();
  tell("");
  for (const one of days) {
    one.classList.toggle("today", one.dataset.day === now);
    const time = /** @type {HTMLElement} */ (one.querySelector("time"));
    while (time.previousSibling) time.previousSibling.remove(); // what was today yesterday
    if (one.dataset.day === now) time.before(`${say("today")} · `);
  }
  sift();
  if (days.every(isToCome)) tell(say("not_begun"));
  else if (days.some(isToCome)) tell(say("tomorrow"));
  else if (!days.some((one) => one.dataset.day === now)) tell(say("over"));
}

/** Offer the kinds and levels of the days that are shown; what is chosen and not among them is chosen no more. */
function offer() {
  const rows = inOrder.filter((row) => !isToCome(row));
  for (const one of /** @type {HTMLSelectElement[]} */ (filters)) {
    const { filter = "" } = one.dataset, choices = [...one.options].slice(1);
    if (filter !== "kind" && filter !== "level") continue;
    for (const choice of choices) choice.hidden = choice.disabled = !rows.some((row) => row.dataset[filter] === choice.value);
    if (one.selectedOptions[0]?.hidden) one.value = "";
    one.hidden = choices.filter(({ hidden }) => !hidden).length < 2;
  }
}

/** Whether the day of a puzzle is still to come. @param {HTMLElement} row */
function isToCome({ dataset: { day = "" } }) {
  return day > shown;
}

/** Also when one comes back to the page, or solves a puzzle in another tab. */
function showSolved() {
  times.read();
  for (const link of having("id")) {
    const time = times.all[link.dataset.id ?? ""], note = link.querySelector("em"), { begun, seconds } = stateOf(link);
    if (!note) continue;
    note.classList.toggle("begun", !time);
    note.textContent = time ? `✓ ${say("solved", { time: clock(time.seconds) })}` : begun ? `… ${say("begun", { time: clock(seconds) })}` : "";
  }
  sift();
}

/** What its page keeps of a puzzle: whether more is marked than was known from the start, and for how long. @param {HTMLElement} link */
function stateOf({ dataset: { id, given } }) {
  const { marks, seconds } = object(kept(`tobago-puzzle:${id}`));
  const marked = Object.values(marks ?? {}).flatMap((one) => Object.keys(one ?? {}));
  return { begun: marked.length > Number(given), seconds: Number(seconds) || 0 };
}

/** Show what the filter lets through, and how many these are. */
function sift() {
  const wanted = filters.filter((one) => one !== sorter && one.value), rows = having("kind").filter((row) => !isToCome(row));
  for (const row of having("kind")) row.hidden = isToCome(row) || !wanted.every((one) => fits(row, one));
  const number = rows.filter((row) => !row.hidden).length;
  byId("count").textContent = say("count", { number: rows.length });
  byId("listed").textContent = wanted.length ? say("listed", { number, all: digits(rows.length, lang) }) : "";
}

/** Sort the list by level or minutes, what has none last; else as it was written. */
function arrange() {
  const by = sorter?.value ?? "", of = (/** @type {HTMLElement} */ row) => Number(row.dataset[by]) || 1e9;
  inOrder[0]?.parentElement?.append(...(by ? [...inOrder].sort((one, other) => of(one) - of(other)) : inOrder));
}

/** @param {HTMLElement} row @param {HTMLSelectElement | HTMLInputElement} filter */
function fits(row, { value, dataset: { filter = "" } }) {
  return filter === "state" ? !isSolved(row) === (value === "unsolved") : row.dataset[filter] === value;
}

/** @param {HTMLElement} row */
function isSolved(row) {
  return (/** @type {HTMLElement} */ (row.querySelector("[data-id]")).dataset.id ?? "") in times.all;
}

/** Lead on to the next puzzle of the list that is shown and not solved yet. @param {string} id  of the one before it */
function goOn(id) {
  const rows = having("kind"), at = rows.findIndex((row) => row.querySelector(`[data-id="${CSS.escape(id)}"]`));
  const next = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].find((row) => !row.hidden && !isSolved(row));
  if (next) location.replace(next.querySelector("a")?.href ?? "");
  else tell(say("all_solved"));
}

function follow() {
  const wanted = linkedId(), links = having("id");
  if (!wanted) return;
  if (wanted.startsWith(NEXT)) return goOn(wanted.slice(NEXT.length));
  const link = links.find((one) => one.dataset.id === wanted);
  if (link) location.replace(`${link.getAttribute("href")}#${wanted}`);
  else tell(say(faultOf(wanted, links.map((one) => one.dataset.id ?? ""), data.kinds) ?? "not_here", { id: `\u2066${wanted}\u2069` }));
}

const before = object(kept(FILTER));
for (const one of filters) {
  one.value = before[one.dataset.filter ?? ""] ?? "";
  if (!one.value) one.value = ""; // what this list has none of
  one.addEventListener("change", () => {
    keep(FILTER, JSON.stringify(Object.fromEntries(filters.map(({ value, dataset }) => [dataset.filter, value]))));
    if (one === sorter) arrange();
    sift();
  });
}
arrange();
switchable(byId("theme"));
byId("times").addEventListener("click", () => tell(say(times.save() ? "times_saved" : "no_times")));
for (const what of ["pageshow", "storage"]) addEventListener(what, showSolved);
addEventListener("hashchange", follow);
writeDates();
document.addEventListener("visibilitychange", showDays);
setInterval(showDays, 60_000);
showDays();
showSolved();
follow();
