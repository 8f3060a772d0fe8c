// Opens a page whose body came compressed: puts it in place, then runs the script of the page.

const packed = /** @type {HTMLElement} */ (document.getElementById("packed"));

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

/** The bytes of a text in base 85, in which five signs are four bytes. @param {string} text */
function unpacked(text) {
  const bytes = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    const five = text.slice(at, at + 5).padEnd(5, "~"); // fewer signs at the end are fewer bytes
    bytes.setUint32((at / 5) * 4, Array.from(five).reduce((sum, sign) => sum * 85 + SIGNS.indexOf(sign), 0));
  }
  return bytes.buffer.slice(0, Math.floor((text.length * 4) / 5));
}

async function open() {
  const body = new Response(new Blob([unpacked(packed.textContent ?? "")]).stream().pipeThrough(new DecompressionStream("deflate")));
  packed.insertAdjacentHTML("beforebegin", (await body.text()).replace(/(?<= points=")[^"]+/g, points));
  const script = document.createElement("script");
  script.src = packed.dataset.script ?? "";
  packed.replaceWith(script);
}

let [x, y] = [0, 0]; // the last point of the polygon before

/** The points of a polygon, of one decimal, from the steps to each of them. @param {string} steps */
function points(steps) {
  return steps.split(" ").map((step) => {
    const [dx, dy] = step.split(",");
    [x, y] = [x + Number(dx), y + Number(dy)];
    return [x, y].map((part) => Number(part.toFixed(1))).join(",");
  }).join(" ");
}

open().catch((error) => {
  document.body.insertAdjacentHTML("afterbegin", document.querySelector("noscript")?.textContent ?? ""); // it is raw
  throw error;
});
