// Many actions as few buttons: those that begin with the same words are one, which opens. The words are those of
// the notation, so no game has to say how its actions are grouped.

/** @typedef {{do: string, places: string[]}} Action */
/** @typedef {{words: string, actions: Action[]}} Choice  an action, or several under the words with which they begin */

const AT_FIRST = 8; // actions that are shown one by one before a group was opened
const IN_GROUP = 24;

/**
 * Actions that begin with the words `opened`, one by one or by the next word.
 * @param {Action[]} actions @param {string} opened @returns {Choice[]}
 */
export function grouped(actions, opened = "") {
  const found = actions.filter((one) => begins(one.do, opened));
  if (found.length <= (opened ? IN_GROUP : AT_FIRST)) return found.map((one) => ({ words: one.do, actions: [one] }));
  /** @type {Map<string, Action[]>} */
  const groups = new Map();
  for (const one of found) {
    const words = [opened, one.do.slice(opened.length).trim().split(" ")[0]].join(" ").trim();
    groups.set(words, [...(groups.get(words) ?? []), one]);
  }
  const [only] = groups.keys();
  if (groups.size === 1 && only !== opened) return grouped(found, only);
  return Array.from(groups, ([words, all]) => ({ words: all.length === 1 ? all[0].do : words, actions: all }));
}

/** @param {string} text @param {string} words  whole words */
function begins(text, words) {
  return !words || text === words || text.startsWith(`${words} `);
}
