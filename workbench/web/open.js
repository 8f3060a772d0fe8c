// Opens a page whose body came compressed: puts it in place, then runs the script of the page.

const packed = /** @type {HTMLElement} */ (document.getElementById("packed"));

async function open() {
  const bytes = Uint8Array.from(atob(packed.textContent ?? ""), (sign) => sign.charCodeAt(0));
  const body = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
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
