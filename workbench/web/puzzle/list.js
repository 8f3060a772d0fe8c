// The list of puzzles: what is solved, the puzzle of today, an archive of the days before; a link with #ID leads on.
import "./puzzle.css";
import { digits, speaker } from "./words.js";
import { switchable } from "./kept.js";
import { byId, faultOf, having, linkedId, writeDates } from "./look.js";
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

let shown = ""; // the day that is taken for today

/** Show the days up to today, which the browser knows and which changes at midnight; they are listed from the last to the first. */
function showDays() {
  const days = having("day"), now = today();
  if (!days.length || now === shown) return;
  shown = now;
  tell("");
  for (const one of days) {
    one.hidden = (one.dataset.day ?? "") > now;
    one.classList.toggle("today", one.dataset.day === now);
    const time = /** @type {HTMLElement} */ (one.querySelector("time"));
    while (time.previousSibling) time.previousSibling.remove(); // what was today yesterday
    if (one.dataset.day === now) time.before(`${say("today")} · `);
  }
  if (days.every((one) => one.hidden)) tell(say("not_begun"));
  else if (!days.some((one) => one.dataset.day === now)) tell(say("over"));
}

/** Also when one comes back to the page, or solves a puzzle in another tab. */
function showSolved() {
  times.read();
  for (const link of having("id")) {
    const time = times.all[link.dataset.id ?? ""], note = link.querySelector("em");
    if (!note) continue;
    const clock = time && `${Math.floor(time.seconds / 60)}:${String(time.seconds % 60).padStart(2, "0")}`;
    note.textContent = time ? `✓ ${say("solved", { time: digits(clock, lang) })}` : "";
  }
}

function follow() {
  const wanted = linkedId(), links = having("id");
  if (!wanted) return;
  const link = links.find((one) => one.dataset.id === wanted);
  if (link) location.replace(`${link.getAttribute("href")}#${wanted}`);
  else tell(say(faultOf(wanted, links.map((one) => one.dataset.id ?? ""), data.kinds) ?? "not_here", { id: `\u2066${wanted}\u2069` }));
}

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
