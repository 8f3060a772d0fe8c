// The page of these tests: one map, its clues, and what it told.
import { HexMap } from "./hexmap.js";
import { Clues, size } from "./clues.js";
import { digits, speaker } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const clues = new Clues(data.setting);
const say = speaker(data.words, document.documentElement.lang);
const map = new HexMap(document.getElementById("map"), data.svg ?? null, { describe: (name) => [name, "<i>plain</i>"], say });
const told = [];
for (const type of ["select", "inspect", "cancel"]) map.addEventListener(type, (event) => told.push([type, event.detail]));

/** Verdicts of cases, each a list of laid clues, a clue and removed hexes; of this page's setting or another. */
const judge = (cases, by = clues) => cases.map(([laid, clue, removed]) => {
  const { reason, before, after, conflicts } = by.verdict(laid, clue, by.maskOf(removed));
  return [reason, by.hexes(before), by.hexes(after), conflicts, size(after)];
});
Object.assign(window, { map, clues, told, judge, digits, say, Clues });
