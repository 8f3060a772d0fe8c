// The page of a workshop: a new puzzle to order, and those that this browser knows with what became of them.
import "./puzzle.css";
import "./workshop.css";
import { make } from "./dom.js";
import { digits, speaker } from "./words.js";
import { keep, kept, switchable } from "./kept.js";
import { byId, clock, faultOf, linkedId, object } from "./look.js";
import { Times } from "./times.js";
import { made, note } from "./made.js";

/** @import { Made } from "./made.js" */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @type {{words: Record<string, string>, kinds: string[], levels: Record<string, number>}} */
const data = JSON.parse(byId("data").textContent ?? "");
const lang = document.documentElement.lang, say = speaker(data.words, lang);
const times = new Times();
const ORDER = "tobago-order", NEXT = "next-";
const fields = /** @type {Field[]} */ ([...document.querySelectorAll(".order :is(input, select)")]);

/** @param {string} text */
function tell(text) {
  byId("said").textContent = text;
}

/** What is ordered, as the fields say. */
function ordered() {
  const given = Object.fromEntries(fields.filter((one) => one.type !== "radio" || /** @type {HTMLInputElement} */ (one).checked)
    .map(({ name, value }) => [name, value]));
  const { kind, level, island, hexes, treasures } = given;
  return { kind, level: Number(level), island, ...(island === "random" ? { hexes: Number(hexes) } : {}),
    ...(treasures ? { treasures: Number(treasures) } : {}) };
}

/** Order a puzzle, and go to it. */
async function order() {
  const size = /** @type {HTMLInputElement} */ (document.querySelector("[name=hexes]"));
  if (ordered().island === "random" && (!size.value || !size.checkValidity())) {
    tell(say("workshop.hexes_range", { least: Number(size.min), most: Number(size.max) }));
    return size.focus();
  }
  const button = /** @type {HTMLButtonElement} */ (byId("new"));
  button.disabled = true;
  tell(say("workshop.making"));
  keep(ORDER, JSON.stringify(ordered()));
  try {
    const answer = await fetch("new", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(ordered()) });
    const found = await answer.json();
    if (!answer.ok) return tell(found.error);
    note(found);
    location.assign(`${found.id}?lang=${lang}`);
  } catch {
    tell(say("workshop.offline"));
  } finally {
    button.disabled = false;
  }
}

/** Choose again what was chosen last. */
function remember() {
  const before = object(kept(ORDER));
  for (const field of fields) {
    const value = before[field.name];
    if (value === undefined) continue;
    if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === String(value);
    else field.value = String(value);
  }
  if (!fields.some((one) => one.name === "kind" && /** @type {HTMLInputElement} */ (one).checked)) /** @type {HTMLInputElement} */ (fields[0]).checked = true;
  fit();
}

/** Offer the levels that the kind has, and ask the size of random islands alone. */
function fit() {
  const { kind, level } = ordered(), most = data.levels[kind];
  for (const one of fields) {
    if (!(one instanceof HTMLInputElement) || one.name !== "level") continue;
    one.disabled = Number(one.value) > most;
    one.checked = Number(one.value) === Math.min(level, most);
  }
  const random = fields.some(({ name, value }) => name === "island" && value === "random");
  for (const one of fields) if (one.name === "hexes") /** @type {HTMLElement} */ (one.closest("label")).hidden = !random;
}

/** List what was made here, and count what was solved. */
function show() {
  times.read();
  byId("mine").hidden = !made().length;
  byId("mine").querySelector("ol")?.replaceChildren(...made().map(row));
  const solved = made().filter(({ id }) => id in times.all), kinds = data.kinds.filter((kind) => solved.some((one) => one.kind === kind));
  byId("counted").hidden = !kinds.length;
  const heads = ["kind", "solved_count", "usual", "best", "hints"].map((key) => make("th", { scope: "col" }, say(`workshop.${key}`)));
  byId("counted").querySelector("table")?.replaceChildren(make("tr", {}, ...heads), ...kinds.map((kind) => counted(kind, solved)));
}

/** @param {Made} one */
function row({ id, kind, level, minutes }) {
  const time = times.all[id], { seconds } = object(kept(`tobago-puzzle:${id}`));
  const state = time ? `✓ ${say("solved", { time: clock(time.seconds) })}` : Number(seconds) ? `… ${say("begun", { time: clock(Number(seconds)) })}` : "";
  const about = [level ? say(`levels.${level}`) : "", minutes ? say("minutes", { number: minutes }) : ""].filter(Boolean).join(" · ");
  return make("li", {}, make("a", { href: `${id}?lang=${lang}`, "data-id": id },
    make("span", {}, make("b", {}, say(`kinds.${kind}`)), make("small", {}, about), make("em", time ? {} : { class: "begun" }, state))));
}

/** The row of a kind: how many are solved, the usual time, the best, hints a puzzle. @param {string} kind @param {Made[]} solved */
function counted(kind, solved) {
  const own = solved.filter((one) => one.kind === kind).map(({ id }) => times.all[id]), seconds = own.map((one) => one.seconds).sort((a, b) => a - b);
  const hints = own.reduce((sum, one) => sum + one.hints, 0) / own.length;
  const shown = [digits(own.length, lang), clock(seconds[seconds.length >> 1]), clock(seconds[0]), digits(hints.toFixed(1), lang)];
  return make("tr", {}, make("th", { scope: "row" }, say(`kinds.${kind}`)), ...shown.map((text) => make("td", {}, text)));
}

/** A link with #ID leads to that puzzle, one with #next-ID to the next that is made. */
function follow() {
  const wanted = linkedId();
  if (wanted.startsWith(NEXT)) {
    history.replaceState(null, "", location.pathname + location.search);
    return order();
  }
  if (!wanted) return;
  const fault = faultOf(wanted, [], data.kinds);
  if (fault) tell(say(fault, { id: `\u2066${wanted}\u2069` }));
  else location.replace(`${wanted}?lang=${lang}`);
}

for (const field of fields) field.addEventListener("change", fit);
byId("new").addEventListener("click", order);
switchable(byId("theme"));
byId("times").addEventListener("click", () => tell(say(times.save() ? "times_saved" : "no_times")));
for (const what of ["pageshow", "storage"]) addEventListener(what, show);
addEventListener("hashchange", follow);
remember();
show();
follow();
