import { names, type Read, UNREADABLE } from "~/lib/code/token";
import type { CardSummary } from "~/lib/scan/scan";
import type { Looked } from "~/lib/scan/scan.schema";
import { showLine } from "./scan.panel";
import { scanState, setLine, workerOf } from "./scan.state";
import { cardsOfProduct, queuedScans, seenCard, waitingOf } from "./scan.store";

const PATIENCE_MS = 4_000;

/** Asks the server, and where it does not answer, the device. */
export async function lookUp(read: Read): Promise<Looked> {
  const text = read.kind === "number" ? read.number : read.token;
  const { company_id, processes } = scanState.station;
  const own =
    read.kind === "number"
      ? await seenCard(company_id, { id: read.number })
      : read.kind === "card"
        ? await seenCard(company_id, read)
        : null;
  // The server does not know of scans that still wait here: the device's card is newer.
  if (own && (await waitingOf(company_id)).some(({ item }) => names(String(item.card), own)))
    return fromDevice(read, own);
  if (scanState.line === "online" && navigator.onLine) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
    const answer = await fetch(`/s/look?${new URLSearchParams({ code: text })}`, {
      redirect: "manual",
      signal: stop.signal,
    }).catch(() => null);
    clearTimeout(timer);
    // Redirected: the session has ended, not the line.
    if (answer?.type === "opaqueredirect" || answer?.status === 401) await showSignedOut();
    if (answer?.ok) return (await answer.json()) as Looked;
  }
  if (read.kind === "number" || read.kind === "card") return fromDevice(read, own);
  const found = fromDevice(read, null);
  const missing =
    (read.kind === "process" && !processes.some((one) => one.group_id === read.key)) ||
    (read.kind === "worker" && !workerOf(read.key));
  if (missing) return { ...found, kind: null, detail: UNREADABLE };
  if (read.kind === "product") return { ...found, cards: await cardsOfProduct(company_id, read.key) };
  return found;
}

async function showSignedOut() {
  setLine("signed out");
  showLine("signed out", (await queuedScans()).length, 0);
}

const fromDevice = (read: Read, card: CardSummary | null): Looked => ({
  kind: read.kind === "number" ? "card" : read.kind,
  key: read.kind === "number" ? null : read.key,
  label: "",
  card,
  cards: [],
  detail: null,
  shelf: read.kind === "stock",
});

export const unknownCard = (read: Read): CardSummary => ({
  key: read.kind === "number" ? 0 : read.key,
  id: read.kind === "number" ? read.number : "",
  name: "読み取ったカード",
  buyer_name: "",
  drawing_no: null,
  num_items: "",
  num_left: "",
  num_rest: "",
  unit: "",
  delivery_date: null,
  is_urgent: false,
  group_id: 0,
  status: "未確認",
  state: "none",
  worker_ids: [],
  is_unmanned: false,
  runs_unmanned: false,
  workers: "",
  next: null,
  drawing: null,
  revision_note: null,
  product_id: null,
  cautions: [],
  own_items: [],
  half: null,
});
