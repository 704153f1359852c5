import { names } from "~/lib/code/token";
import type { CardSummary } from "~/lib/scan/scan";
import type { ScanResult } from "~/lib/scan/scan.schema";
import { newId } from "./id";
import type { QueueListeners } from "./scan.drain";
import { clearMessage, showDone, showNote, showProblem } from "./scan.message";
import { showLine } from "./scan.panel";
import { sendPhotos } from "./scan.photo";
import { flush, removeUnsent, send } from "./scan.queue";
import { root } from "./scan.root";
import { scanState, setLine } from "./scan.state";
import { dropPhotosOf, keepCards, queuedScans, type Waiting } from "./scan.store";

const listeners: QueueListeners = {
  line(now, left, others) {
    setLine(now);
    showLine(now, left, others);
    if (now === "online")
      void sendPhotos(scanState.station.company_id, { acting: scanState.acting, told: showProblem });
  },
  result({ result, card }, still) {
    // The device's card is newer while more scans of it wait.
    if (card && !still.some(({ item }) => names(String(item.card), card)))
      void keepCards(scanState.station.company_id, [card]);
    if (result === "conflict") void showConflicts();
  },
};

export const sendAll = () => flush(scanState.station.company_id, scanState.acting, listeners);
export const offline = () => void queuedScans().then((left) => listeners.line("offline", left.length, 0));

async function showConflicts() {
  const html = await fetch("/s/").then(
    (answer) => answer.text(),
    () => null,
  );
  const list = html && new DOMParser().parseFromString(html, "text/html").querySelector("[data-conflicts]");
  if (list) root.querySelector("[data-conflicts]")!.replaceWith(document.importNode(list, true));
}

export function deliver(item: Waiting["item"]): Promise<ScanResult | null> {
  const { company_id } = scanState.station;
  return send(
    { company: company_id, item },
    scanState.line === "online" && navigator.onLine,
    company_id,
    scanState.acting,
    listeners,
  );
}

export const takeShelfBack = (id: string) => takeBack(id, null, "stock_undo");

/** 取消: leaves the queue, or where it was sent, another scan takes it back. */
export async function takeBack(id: string, before: CardSummary | null, act = "undo") {
  clearMessage();
  const out = await removeUnsent(id);
  const result = out
    ? null
    : await deliver({ client_id: newId(), act, undoes: id, device_time: new Date().toISOString() });
  if (!result && before) await keepCards(scanState.station.company_id, [before]);
  if (out) {
    await dropPhotosOf(scanState.station.company_id, id);
    void sendAll();
    return showNote("取り消しました（送信していません）。");
  }
  if (result && result.result !== "done") showProblem(result.detail);
  else showDone("取り消しました。", null);
}
