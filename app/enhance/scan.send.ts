import { names } from "~/lib/code/token";
import { wantsReason, wordsFor } from "~/lib/scan/ask";
import { optimisticSummary } from "~/lib/scan/optimistic";
import { type CardSummary, doneAt } from "~/lib/scan/scan";
import type { ScanResult } from "~/lib/scan/scan.schema";
import { stayOf, withWorker } from "~/lib/scan/station";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";
import { confirmed, note, quiet, root, showLine, wrong } from "./scan.panel";
import { flush, type QueueListeners, send, withdraw } from "./scan.queue";
import { reasonSheet } from "./scan.sheet";
import { draw, newId, processName, remember, scanState, workerOf } from "./scan.state";
import { keepCards, queuedScans, type Waiting } from "./scan.store";

const listeners: QueueListeners = {
  line(now, left, others) {
    scanState.line = now;
    showLine(now, left, others);
  },
  result({ result, card }, still) {
    // Of a card that has more waiting the device knows better than this answer.
    if (card && !still.some(({ item }) => names(String(item.card), card)))
      void keepCards(scanState.data.company_id, [card]);
    if (result === "conflict") void showConflicts();
  },
};

/** Sends what waits on the device. */
export const sendAll = () => flush(scanState.data.company_id, scanState.acting, listeners);
export const offline = () => void queuedScans().then((left) => listeners.line("offline", left.length, 0));

/** The list of late scans as the server has it now. */
async function showConflicts() {
  const html = await fetch("/s/").then(
    (answer) => answer.text(),
    () => null,
  );
  const list = html && new DOMParser().parseFromString(html, "text/html").querySelector("[data-conflicts]");
  if (list) root.querySelector("[data-conflicts]")!.replaceWith(document.importNode(list, true));
}

/** The server's answer; null where it is not there yet and the scan waits on the device. */
function deliver(item: Waiting["item"]): Promise<ScanResult | null> {
  const { company_id } = scanState.data;
  return send(
    { company: company_id, item },
    scanState.line === "online" && navigator.onLine,
    company_id,
    scanState.acting,
    listeners,
  );
}

/** Does what was read, and makes ready for the next card. */
export async function submit(act: Act, fields: Record<string, unknown>) {
  const { card, known, memory, code, tokens } = scanState;
  const at = card!;
  const id = newId();
  const result = await deliver({
    client_id: id,
    act,
    card: code,
    group_id: memory.group_id,
    worker_id: memory.worker_id,
    pass: memory.pass,
    device_time: new Date().toISOString(),
    tokens,
    seen: known ? { group_id: at.group_id, status: at.status } : null,
    ...fields,
  });
  if (result?.result === "refused") {
    if (result.card) Object.assign(scanState, { card: result.card, known: true });
    draw();
    return refused(result, act, fields);
  }
  const process = scanState.data.processes.find((one) => one.group_id === memory.group_id);
  const from = fields.move && process ? { ...at, group_id: process.group_id, status: process.label } : at;
  const after = known
    ? optimisticSummary(from, act, workerOf(memory.worker_id) ?? null, scanState.data.processes, fields)
    : null;
  if (!result && after) await keepCards(scanState.data.company_id, [after]);
  Object.assign(scanState, { card: null, tokens: [], code: "" });
  draw();
  if (result?.result === "conflict") wrong(result.detail);
  else
    confirmed(
      result
        ? result.detail
        : `${doneAt(act, known ? at.name : "読み取ったカード", after)}（未送信${known ? "" : "・カードは未確認"}）`,
      () => void takeBack(id, known ? at : null),
      Boolean(result) || known,
    );
  if (stayOf(memory) === 0) remember(withWorker(scanState.memory, null, null, Date.now()));
}

function refused(result: ScanResult, act: Act, fields: Record<string, unknown>) {
  const sentences = [...new Set([result.detail, ...Object.values(result.errors).flat()])].filter(
    (one) => !one.startsWith("入力内容を確認"),
  );
  const words = wordsFor(result.errors, act, processName(), result.card).map((word) => ({
    word,
    press: () => void again(word.fields),
  }));
  const { card } = result;
  const choose = {
    word: { text: "協力会社を選ぶ", fields: {} },
    press: () => location.assign(`/task/${card?.key}/outsource`),
  };
  wrong(sentences.join("　"), result.errors.partner_id && card ? [...words, choose] : words);
  async function again(more: Record<string, string>) {
    const reason = wantsReason(result.errors) ? await reasonSheet(`${ACT_LABEL[act]}する理由`) : undefined;
    if (reason === null) return;
    quiet();
    await submit(act, { ...fields, ...more, ...(reason && { reason }) });
  }
}

/** 取消: out of the queue where it still waits; else another scan that takes it back. */
async function takeBack(id: string, before: CardSummary | null) {
  quiet();
  const out = await withdraw(id);
  const result = out
    ? null
    : await deliver({ client_id: newId(), act: "undo", undoes: id, device_time: new Date().toISOString() });
  if (!result && before) await keepCards(scanState.data.company_id, [before]);
  if (out) {
    void sendAll();
    return note("取り消しました（送信していません）。");
  }
  if (result && result.result !== "done") wrong(result.detail);
  else confirmed("取り消しました。", null);
}
