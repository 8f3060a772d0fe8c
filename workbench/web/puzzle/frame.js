// The page of a puzzle in a notebook: in a frame of its own, whose marks Python hears of and can set.

/** What anywidget calls. @param {{model: any, el: HTMLElement}} given */
export function render({ model, el }) {
  const frame = document.createElement("iframe");
  const show = () => {
    frame.title = model.get("title");
    frame.srcdoc = model.get("page");
  };
  show();
  Object.assign(frame.style, { width: "100%", height: `${model.get("height")}px`, border: "0", borderRadius: "16px" });
  const tell = () => frame.contentWindow?.postMessage({ puzzle: model.get("puzzle_id"), marks: model.get("marked") }, "*");
  /** @param {MessageEvent} event */
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.puzzle !== model.get("puzzle_id")) return;
    model.set("marked", data.marks);
    model.set("solved", data.done);
    model.save_changes();
  };
  addEventListener("message", hear);
  model.on("change:page", show);
  model.on("change:marked", tell);
  frame.addEventListener("load", () => Object.keys(model.get("marked")).length && tell());
  el.append(frame);
  return () => {
    removeEventListener("message", hear);
    model.off("change:page", show);
    model.off("change:marked", tell);
  };
}
