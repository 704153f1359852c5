import type { Brief } from "~/lib/scan/scan";
import type { Looked } from "~/lib/scan/scan.schema";
import { UNREADABLE, type Read } from "~/lib/scan/token";
import { here, workerOf } from "./scan.state";
import { seenCard } from "./scan.store";

const PATIENCE_MS = 4_000;

/** What a code is: asked of the server, and where that says nothing, of what the device knows. */
export async function look(read: Read): Promise<Looked> {
  const text = read.kind === "number" ? read.number : read.token;
  if (here.line === "online" && navigator.onLine) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
    const answer = await fetch(`/s/look?${new URLSearchParams({ code: text })}`, { redirect: "error",
      signal: stop.signal }).catch(() => null);
    clearTimeout(timer);
    if (answer?.ok) return (await answer.json()) as Looked;
  }
  const { company_id, processes } = here.data;
  if (read.kind === "number") return { kind: "card", key: null, label: "", card: await seenCard(company_id, { id: read.number }),
    detail: null };
  const found: Looked = { kind: read.kind, key: read.key, label: "", card: null, detail: null };
  const missing = (read.kind === "process" && !processes.some((one) => one.group_id === read.key)) || (read.kind === "worker"
    && !workerOf(read.key));
  if (missing) return { ...found, kind: null, detail: UNREADABLE };
  return read.kind === "card" ? { ...found, card: await seenCard(company_id, { key: read.key }) } : found;
}

/** A card of which the device knows no more than its code. */
export const stranger = (read: Read): Brief => ({
  key: read.kind === "number" ? 0 : read.key, id: read.kind === "number" ? read.number : "", name: "読み取ったカード", buyer_name: "",
    drawing_no: null,
  num_items: "", num_left: "", num_rest: "", unit: "", delivery_date: null, is_urgent: false, group_id: 0, status: "未確認", state: "none",
    worker_ids: [], workers: "", next: null, drawing: null,
});
