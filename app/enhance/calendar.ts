import {
  addDays,
  dateParts,
  type ISODate,
  isoDate,
  monthEnd,
  shiftMonth,
  today,
  weekday,
} from "~/lib/time/date";
import { dateIn } from "./date.read";
import { isFilled } from "./fill";

declare const HOLIDAYS: string;

const BUTTON = "inline-flex h-9 items-center px-3 touch:h-11";
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = "",
  className = "",
  attributes: Record<string, string> = {},
) {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function monthsOn(day: ISODate, n: number): ISODate {
  const ym = shiftMonth(Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7)), n);
  const [year, month] = [Math.floor(ym / 100), ym % 100];
  return isoDate(year, month, Math.min(dateParts(day).day, monthEnd(year, month)));
}

function bounds(field: HTMLInputElement): [ISODate, ISODate] {
  const start =
    /(^|_)to$/.test(field.name) && field.form?.elements.namedItem(field.name.replace(/to$/, "from"));
  const from = start instanceof HTMLInputElement ? dateIn(start) : null;
  return [field.dataset.min ?? from ?? "0000", field.dataset.max ?? "9999"];
}

export function open(button: HTMLElement) {
  const field = button.parentElement!.querySelector<HTMLInputElement>("input[data-date]")!;
  const now = field.dataset.today ?? today();
  const [min, max] = bounds(field);
  const within = (day: ISODate) => (day < min ? min : day > max ? max : day);
  let at = within(dateIn(field) ?? now);

  const label = field.labels?.[0]?.firstChild?.textContent ?? field.ariaLabel ?? "日付";
  const dialog = made("dialog", "", "rounded border border-line bg-surface p-4", {
    "aria-label": `${label}のカレンダー`,
  });
  const title = made("b", "", "mx-auto", { "aria-live": "polite" });
  const table = made("table", "", "", { role: "grid", "aria-label": "日" });
  const press = (text: string, act: () => void, name = text) => {
    const one = made("button", text, `${BUTTON} rounded`, { type: "button", "aria-label": name });
    one.onclick = act;
    return one;
  };
  const write = (value: string) => {
    field.value = value.replaceAll("-", "/");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    isFilled(field);
    dialog.close();
  };
  const go = (day: ISODate) => {
    at = within(day);
    draw();
    table.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };

  function cell(day: ISODate): HTMLElement {
    const off = day < min || day > max;
    const rest = [0, 6].includes(weekday(day)) || HOLIDAYS.includes(day);
    const look = day === at ? "bg-accent font-bold text-white" : off || rest ? "text-muted" : "";
    const one = made("button", String(dateParts(day).day), `${BUTTON} rounded tabular-nums ${look}`, {
      type: "button",
      tabindex: day === at ? "0" : "-1",
      ...(day === now && { "aria-current": "date" }),
      ...(off && { disabled: "" }),
    });
    one.onclick = () => go(day);
    one.ondblclick = () => write(day);
    const place = made("td", "", "text-center", { role: "gridcell", "aria-selected": String(day === at) });
    place.append(one);
    return place;
  }

  function draw() {
    const { year, month } = dateParts(at);
    title.textContent = `${year}年${month}月`;
    const first = isoDate(year, month, 1);
    const days = Array.from({ length: monthEnd(year, month) }, (_, n) => addDays(first, n));
    const head = made("tr");
    head.append(
      ...[..."日月火水木金土"].map((name) =>
        made("th", name, "text-center text-note text-muted", { scope: "col" }),
      ),
    );
    const rows = [head];
    const blanks = Array.from({ length: weekday(first) }, () => made("td"));
    const cells = [...blanks, ...days.map(cell)];
    for (let n = 0; n < cells.length; n += 7) {
      const row = made("tr");
      row.append(...cells.slice(n, n + 7));
      rows.push(row);
    }
    table.replaceChildren(...rows);
  }

  table.onkeydown = (event) => {
    const { key } = event;
    const next =
      key in STEPS
        ? addDays(at, STEPS[key]!)
        : key === "PageUp"
          ? monthsOn(at, -1)
          : key === "PageDown"
            ? monthsOn(at, 1)
            : key === "Home"
              ? addDays(at, -weekday(at))
              : key === "End"
                ? addDays(at, 6 - weekday(at))
                : null;
    if (key === "Enter") write(at);
    else if (next) go(next);
    else return;
    event.preventDefault();
  };
  const head = made("div", "", "flex items-center");
  head.append(
    press("‹", () => go(monthsOn(at, -1)), "前の月"),
    title,
    press("›", () => go(monthsOn(at, 1)), "次の月"),
  );
  const foot = made("div", "", "flex flex-wrap text-accent");
  const done = press("決定", () => write(at));
  done.classList.add("font-bold");
  foot.append(
    press("クリア", () => write("")),
    press("閉じる", () => dialog.close()),
    press("今日", () => go(now)),
    done,
  );
  dialog.append(head, table, foot);
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  dialog.onclose = () => {
    dialog.remove();
    button.focus();
  };
  document.body.append(dialog);
  dialog.showModal();
  go(at);
}
