// The icons of the bar, and buttons that show one of them.
import { button, drawn } from "./dom.js";

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  log: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  language: "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0h18M12 3c3 2.5 3.8 5.6 3.8 9s-.8 6.5-3.8 9c-3-2.5-3.8-5.6-3.8-9S9 5.5 12 3",
  theme: "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.8 6.8 0 0 0 10.5 10.5Z",
  seats: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  close: "M6 6l12 12M18 6 6 18",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  closer: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 21 21M10.5 7.5v6M7.5 10.5h6",
  plus: "M12 5v14M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  hint: "M9 18h6m-5 3h4M8.5 14a6 6 0 1 1 7 0c-.6.7-.9 1.3-.9 2.2H9.4c0-.9-.3-1.5-.9-2.2Z",
  settings: "M4 7h9m4 0h3M4 17h3m4 0h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  eraser: "M8 20h12M4.5 14.5l9-9a2 2 0 0 1 2.8 0l3.2 3.2a2 2 0 0 1 0 2.8L11 20H8l-3.5-3.5a1.4 1.4 0 0 1 0-2M9 10l6 6",
  load: "M12 3v12m-5-5 5 5 5-5M4 20h16",
};
/** @typedef {keyof typeof PATHS} IconName */

const MIRRORED = ["undo", "back", "next"]; // they point to where one came from, which is on the right in Persian

/** The drawing of an icon alone. @param {IconName} name */
export function sketch(name) {
  const kind = MIRRORED.includes(name) ? "mirror" : "";
  return drawn("svg", { viewBox: "0 0 24 24", class: `sketch ${kind}`, "aria-hidden": "true" }, drawn("path", { d: PATHS[name] }));
}

/** A button of 44 px with an icon. @param {IconName} name @param {string} words @param {() => void} act */
export function icon(name, words, act) {
  const node = button("icon", act, sketch(name));
  node.setAttribute("aria-label", words);
  node.title = words;
  return node;
}
