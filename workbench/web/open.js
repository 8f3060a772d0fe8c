// Opens a page whose body came compressed: puts it in place, then runs the script of the page.

const packed = /** @type {HTMLElement} */ (document.getElementById("packed"));

async function open() {
  const bytes = Uint8Array.from(atob(packed.textContent ?? ""), (sign) => sign.charCodeAt(0));
  const body = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
  packed.insertAdjacentHTML("beforebegin", await body.text());
  const script = document.createElement("script");
  script.src = packed.dataset.script ?? "";
  packed.replaceWith(script);
}

open().catch((error) => {
  document.body.prepend(document.querySelector("noscript")?.textContent ?? "");
  throw error;
});
