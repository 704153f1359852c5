import { isIndirectAct } from "~/lib/vocabulary/scan";
import { newId } from "./id";
import { deliver } from "./scan.deliver";
import { ask, button, element } from "./scan.dialog";
import { answerOnDay } from "./scan.left";
import { clearMessage, showDone, showNote, showProblem } from "./scan.message";
import { root } from "./scan.root";
import type { Fields } from "./scan.sheet";
import { scanState, updateStation, workerOf } from "./scan.state";
import { waitingOf } from "./scan.store";

type Doing = { label: string; cards: number };

const kinds = () => scanState.station.reasons.filter(({ kind }) => kind === "indirect");
const labelOf = (reason_id: unknown) =>
  kinds().find((one) => String(one.reason_id) === String(reason_id))?.label ?? "";

/** What waits here to be sent is newer than what the server said. */
async function doingNow(worker_id: number): Promise<Doing | null> {
  const { company_id, running } = scanState.station;
  const last = (await waitingOf(company_id))
    .map(({ item }) => item)
    .findLast((item) => isIndirectAct(item.act) && Number(item.worker_id) === worker_id);
  if (last) return last.act === "indirect_start" ? { label: labelOf(last.reason_id), cards: 0 } : null;
  return running.find((one) => one.worker_id === worker_id) ?? null;
}

function remember(worker_id: number, label: string | null) {
  const { station } = scanState;
  const others = station.running.filter((one) => one.worker_id !== worker_id);
  const work_start = new Date().toISOString();
  const own = label === null ? [] : [{ key: 0, worker_id, label, work_start, version: 1, cards: 0 }];
  updateStation({ ...station, running: [...others, ...own] });
}

async function submit(fields: Fields): Promise<void> {
  clearMessage();
  const { memory } = scanState;
  const worker_id = memory.worker_id!;
  const { act = "", ...given } = fields;
  const before = await doingNow(worker_id);
  const device_time = new Date().toISOString();
  const item = { client_id: newId(), act, worker_id, pass: memory.pass, device_time, ...given };
  const result = await deliver(item);
  if (result?.errors.cards)
    return showProblem(
      result.detail,
      [
        { word: { text: "カードを中断して始める", fields: { cards: "pause" } } },
        { word: { text: "カードはそのまま続ける", fields: { cards: "go_on" } } },
      ].map(({ word }) => ({ word, press: () => void submit({ ...fields, ...word.fields }) })),
    );
  const left = result?.errors.left_day?.[0];
  if (result && left) return showProblem(result.detail, [answerOnDay(worker_id, left)]);
  if (result?.result === "refused" || result?.result === "conflict") return showProblem(result.detail);
  const isStart = act === "indirect_start";
  const label = isStart ? labelOf(given.reason_id) : (before?.label ?? "間接作業");
  remember(worker_id, isStart ? label : null);
  showDone(result?.detail ?? `「${label}」を${isStart ? "始めました" : "終わりました"}（未送信）`, null);
}

const cardsSheet = (label: string) =>
  ask<Fields>(`「${label}」の間、作業中のカードがあれば`, (sheet, answer) => {
    sheet.append(
      button("カードを中断して始める", () => answer({ cards: "pause" }), "scan-button scan-first"),
      button("カードはそのまま続ける", () => answer({ cards: "go_on" })),
    );
  });

async function open(): Promise<void> {
  const worker = workerOf(scanState.memory.worker_id);
  if (!worker) return void showNote("先に、作業者を選んでください。");
  const doing = await doingNow(worker.worker_id);
  const chosen = await ask<Fields>(`${worker.name}さんの間接作業`, (sheet, answer) => {
    const resume: Fields = doing && doing.cards > 0 ? { resume: "on" } : {};
    const over = doing && doing.cards > 0 ? `終わってカードを再開する（${doing.cards}枚）` : "終わる";
    if (doing)
      sheet.append(
        element("p", "", `「${doing.label}」をしています`),
        button(over, () => answer({ act: "indirect_stop", ...resume }), "scan-button scan-first"),
      );
    const others = kinds().filter(({ label }) => label !== doing?.label);
    const start = (reason_id: number) => answer({ act: "indirect_start", reason_id: String(reason_id) });
    const buttons = others.map((one) => button(one.label, () => start(one.reason_id)));
    sheet.append(element("div", "grid grid-cols-2 gap-2", "", ...buttons));
  });
  if (!chosen) return;
  // Nobody can be asked later what was to become of the cards.
  const isUnsure = chosen.act === "indirect_start" && scanState.line !== "online";
  const cards = isUnsure ? await cardsSheet(labelOf(chosen.reason_id)) : {};
  if (cards) await submit({ ...chosen, ...cards });
}

export function watchIndirect() {
  root.addEventListener("click", (event) => {
    if (!(event.target as HTMLElement).closest("a[data-indirect]")) return;
    event.preventDefault();
    void open();
  });
}
