// What the pages of puzzles share: light or dark by a button, and storage that may be forbidden or full.

const THEME = "tobago-theme";

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser kept it. @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Follow the system until the button is pressed. @param {HTMLElement} button */
export function switchable(button) {
  const root = document.documentElement, before = kept(THEME);
  if (before === "light" || before === "dark") root.dataset.theme = before;
  button.addEventListener("click", () => {
    const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    keep(THEME, root.dataset.theme);
  });
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
