import css from "apexcharts/dist/apexcharts.css";
import ReactApexChart from "react-apexcharts";
import { createRoot } from "react-dom/client";
import { figuresIn } from "./chart.figures";
import { optionsOf } from "./chart.options";

/** A module of the older kind: a bundle gives it whole. */
const componentOf = (found: typeof ReactApexChart | { default: typeof ReactApexChart }) =>
  "default" in found ? found.default : found;
const Chart = componentOf(ReactApexChart);

const SHEET = "apexcharts-css";

/** The library would write these into the page, which the content policy refuses; it lets in the legend's. */
function allowStyles() {
  if (document.getElementById(SHEET)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.head.append(Object.assign(document.createElement("meta"), { id: SHEET }));
}

export function open(link: HTMLAnchorElement) {
  const figure = link.closest("figure")!;
  const title = figure.querySelector("title")!.textContent!;
  const axis = figure.querySelectorAll("text")[1]?.textContent ?? "";
  const kind = link.dataset.zoom === "line" ? "line" : "bar";
  allowStyles();
  const dialog = document.createElement("dialog");
  dialog.className = "rounded border border-line bg-surface p-4";
  dialog.style.width = "min(1200px, 100vw - 16px)";
  dialog.ariaLabel = `${title}（拡大）`;
  const place = document.createElement("div");
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "閉じる" });
  close.className = "rounded border border-line px-4 py-2";
  close.onclick = () => dialog.close();
  dialog.append(place, close);
  document.body.append(dialog);
  const root = createRoot(place);
  dialog.onclose = () => {
    root.unmount();
    dialog.remove();
  };
  dialog.showModal();
  const figures = figuresIn(figure.querySelector("table")!, kind);
  const options = optionsOf(figures, { kind, title, axis });
  const height = Math.max(320, Math.min(innerHeight - 160, 640));
  root.render(<Chart type={kind} height={height} width="100%" options={options} series={figures.series} />);
}
