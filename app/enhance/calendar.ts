import { type ISODate, today } from "~/lib/time/date";
import { BUTTON, dayByKey, drawMonth, type Month, made, monthsOn } from "./calendar.month";
import { dateIn } from "./date.read";
import { isFilled } from "./fill";

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
    drawMonth(month, at);
    table.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };

  const month: Month = { title, table, now, min, max, go, write };

  table.onkeydown = (event) => {
    const { key } = event;
    const next = dayByKey(at, key);
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
