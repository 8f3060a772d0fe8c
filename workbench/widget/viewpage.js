// The view on a page of its own, from disk: what the browser can work out alone, without Python.
import { MapView } from "./mapview.js";

/** @type {Record<string, any>} */
const state = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
/** @type {Map<string, (() => void)[]>} */
const listening = new Map();
new MapView(/** @type {HTMLElement} */ (document.getElementById("view")), {
  get: (name) => state[name],
  set: (name, value) => {
    state[name] = value;
    for (const tell of listening.get(name) ?? []) tell();
  },
  on: (name, tell) => listening.set(name, [...(listening.get(name) ?? []), tell]),
  ask: null,
});
