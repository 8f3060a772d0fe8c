// The page of a puzzle in a notebook: in a frame of its own, whose marks Python hears of and can set.

/** What anywidget calls. @param {{model: any, el: HTMLElement}} given */
export function render({ model, el }) {
  const frame = document.createElement("iframe");
  let heard = ""; // the marks that the page told last: it is not told these, for it may have others by then
  const show = () => {
    frame.title = model.get("title");
    heard = "";
    frame.srcdoc = model.get("page");
  };
  show();
  Object.assign(frame.style, { width: "100%", height: `${model.get("height")}px`, border: "0", borderRadius: "16px" });
  const tell = () => {
    const marks = model.get("marked");
    if (JSON.stringify(marks) !== heard) frame.contentWindow?.postMessage({ puzzle: model.get("puzzle_id"), marks }, "*");
  };
  /** @param {MessageEvent} event */
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.puzzle !== model.get("puzzle_id")) return;
    const begins = !heard;
    heard = JSON.stringify(data.marks);
    if (begins && Object.keys(model.get("marked")).length) tell(); // what was marked before it was shown
    else model.set("marked", data.marks);
    model.set("solved", data.done);
    model.save_changes();
  };
  addEventListener("message", hear);
  model.on("change:page", show);
  model.on("change:marked", tell);
  el.append(frame);
  return () => {
    removeEventListener("message", hear);
    model.off("change:page", show);
    model.off("change:marked", tell);
  };
}
