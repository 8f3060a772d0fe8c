// What a browser keeps for pages, whose storage may be forbidden or full; such as light or dark, by a button.

const THEME = "tobago-theme";

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text; what says why the browser did not, or null. @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "storage_full" : "no_storage";
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
