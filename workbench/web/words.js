// Words of a page: its texts come as data from the catalogs; here are only its digits and the filling in of {}.

/** @param {string | number} text @param {string} language @returns {string} */
export function digits(text, language) {
  if (language !== "fa") return String(text);
  return String(text)
    .replace(/(\d)\.(?=\d)/g, "$1٫")
    .replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number(digit)])
    .replace(/%/g, "٪");
}

/** Texts by key, filled in; of a text in forms that of `number`. @param {Record<string, string>} texts @param {string} language */
export function speaker(texts, language) {
  /** @param {string} key @param {Record<string, string | number>} [values] */
  return (key, values = {}) => {
    const text = texts[key] ?? texts[`${key}.${["none", "one", "many"][Math.min(Number(values.number), 2)]}`];
    if (text === undefined) throw new Error(`no text ${key}`);
    const filled = text.replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in values)) throw new Error(`no value ${name} for ${key}`);
      return typeof values[name] === "number" ? digits(values[name], language) : String(values[name]);
    });
    return filled;
  };
}
