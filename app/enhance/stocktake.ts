import type { ShelfResult } from "~/lib/stocktake/shelf.schema";
import { ROUNDED } from "~/lib/stocktake/shelf.words";
import { newId } from "./id";
import type { QueueListeners } from "./scan.drain";
import { flush, send } from "./scan.queue";
import { queuedScans } from "./scan.store";
import { signal } from "./signal";
import { type Choice, fieldOf, readyOf, showSaved, showState } from "./stocktake.row";

const started = new WeakSet<HTMLElement>();
type Sent = { row: HTMLElement; more: Record<string, string> };
const sent = new Map<string, Sent>();

function choicesOf(errors: ShelfResult["errors"]): Choice[] {
  if ("rounded" in errors) return [[ROUNDED.text, ROUNDED.fields]];
  if (!("replace" in errors)) return [];
  return [
    ["置き換える", { replace: "on" }],
    ["足す", { mode: "add" }],
  ];
}

function settle(form: HTMLFormElement, { client_id, result, detail, errors, row: now }: ShelfResult) {
  const saving = sent.get(client_id ?? "");
  if (!saving) return;
  const { row, more: before } = saving;
  if (result === "done" || result === "again") return showSaved(row, now);
  signal(false);
  const seen = now && { seen: String(now.last_count) };
  const choose = (more: Record<string, string>) => void save(form, row, { ...before, ...seen, ...more });
  showState(row, detail, "text-bad font-bold", choicesOf(errors), choose);
}

function listenersOf(form: HTMLFormElement): QueueListeners {
  const net = form.querySelector<HTMLElement>("[data-net]")!;
  return {
    line(line, left) {
      const waiting = left > 0 ? `未送信${left}件` : "行を離れると保存されます";
      const offline = line === "offline" ? "オフライン・" : "";
      net.textContent = line === "signed out" ? `ログインし直してください（${waiting}）` : offline + waiting;
    },
    result: (answer) => settle(form, answer as unknown as ShelfResult),
  };
}

async function save(form: HTMLFormElement, row: HTMLElement, more: Record<string, string> = {}) {
  const value = (name: string) => fieldOf(row, name).value.trim();
  const ready = readyOf(row, "ready");
  const company = form.dataset.company!;
  const client_id = newId();
  sent.set(client_id, { row, more });
  showState(row, "保存中", "text-muted");
  const item = {
    client_id,
    act: "stock_count",
    stocktake: Number(form.dataset.stocktake),
    product_id: Number(row.dataset.row),
    num: value("num"),
    ...(ready && { num_ready: ready.value.trim(), splits: "on" }),
    reason: value("reason"),
    mode: "replace",
    seen: value("seen"),
    keeps: more.keeps ?? "",
    device_time: new Date().toISOString(),
    ...more,
  };
  fieldOf(row, "why").value = value("reason");
  const waiting = { company, item };
  const answer = await send(waiting, navigator.onLine, company, form.dataset.acting, listenersOf(form));
  if (!answer && sent.has(client_id) && row.textContent?.includes("保存中"))
    showState(row, "未送信", "text-warn");
}

/** A row is saved when it is left, by the scan page's queue: without a line it waits on the device. */
export function start(form: HTMLFormElement) {
  if (started.has(form)) return;
  started.add(form);
  form.querySelector<HTMLElement>("[data-unscripted]")!.hidden = true;
  form.addEventListener("change", ({ target }) => {
    const row = (target as HTMLElement).closest<HTMLElement>("[data-row]");
    const [, what] = /^(num|ready|reason)-/.exec((target as HTMLInputElement).name) ?? [];
    if (!row || !what) return;
    const was = fieldOf(row, "was").value;
    const isReason = what === "reason" && was !== "" && fieldOf(row, "num").value === was;
    const other = what === "num" ? readyOf(row, "ready") : what === "ready" ? fieldOf(row, "num") : null;
    // Its other number is still to be typed.
    if (other?.value === "" && was === "")
      return showState(row, "もう一つの数も入れると保存されます", "text-warn");
    void save(form, row, isReason ? { keeps: "on" } : {});
  });
  const listeners = listenersOf(form);
  const again = () => void flush(form.dataset.company!, form.dataset.acting, listeners);
  for (const name of ["online", "focus"]) addEventListener(name, again);
  void queuedScans().then(({ length }) => (length > 0 ? again() : listeners.line("online", 0, 0)));
}
