import { names, type Read, UNREADABLE } from "~/lib/code/token";
import type { CardSummary } from "~/lib/scan/scan";
import type { Looked } from "~/lib/scan/scan.schema";
import { showLine } from "./scan.panel";
import { scanState, workerOf } from "./scan.state";
import { cardsOfProduct, queuedScans, seenCard, waitingOf } from "./scan.store";

const PATIENCE_MS = 4_000;

/** What a code is: asked of the server, and where that says nothing, of what the device knows. */
export async function lookUp(read: Read): Promise<Looked> {
  const text = read.kind === "number" ? read.number : read.token;
  const { company_id, processes } = scanState.data;
  const own =
    read.kind === "number"
      ? await seenCard(company_id, { id: read.number })
      : read.kind === "card"
        ? await seenCard(company_id, read)
        : null;
  // What waits here the server has not heard of: until it has, the device knows better what such a card is
  // like.
  if (own && (await waitingOf(company_id)).some(({ item }) => names(String(item.card), own)))
    return known(read, own);
  if (scanState.line === "online" && navigator.onLine) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
    const answer = await fetch(`/s/look?${new URLSearchParams({ code: text })}`, {
      redirect: "manual",
      signal: stop.signal,
    }).catch(() => null);
    clearTimeout(timer);
    // Led elsewhere, it is the sign-in that has run out, not the line.
    if (answer?.type === "opaqueredirect" || answer?.status === 401)
      showLine((scanState.line = "signed out"), (await queuedScans()).length, 0);
    if (answer?.ok) return (await answer.json()) as Looked;
  }
  if (read.kind === "number" || read.kind === "card") return known(read, own);
  const found = known(read, null);
  const missing =
    (read.kind === "process" && !processes.some((one) => one.group_id === read.key)) ||
    (read.kind === "worker" && !workerOf(read.key));
  if (missing) return { ...found, kind: null, detail: UNREADABLE };
  if (read.kind === "product") return { ...found, cards: await cardsOfProduct(company_id, read.key) };
  return found;
}

/** What the device itself makes of a code. */
const known = (read: Read, card: CardSummary | null): Looked => ({
  kind: read.kind === "number" ? "card" : read.kind,
  key: read.kind === "number" ? null : read.key,
  label: "",
  card,
  cards: [],
  detail: null,
});

/** A card of which the device knows no more than its code. */
export const stranger = (read: Read): CardSummary => ({
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
  workers: "",
  next: null,
  drawing: null,
  revision_note: null,
  product_id: null,
  cautions: [],
  half: null,
});
