import { json } from "@remix-run/node";
import { quantity } from "~/lib/money/number.schema";
import { type AllocatedAll, allocatedAll, type WaitingRow, waiting } from "~/lib/stock/allocation.schema";
import { rowKey } from "~/lib/text/text.schema";
import type { Api } from "./api.server";
import { ApiError } from "./api.server";
import { onceOf } from "./once.server";
import { enterStock } from "./stock.server";
import { type Args, formOf, type Visitor } from "./visit.server";

export type AllocateAnswer = {
  values: Record<string, string>;
  errors: Record<string, string>;
  results?: AllocatedAll;
  undone?: AllocatedAll;
  idempotency_key: string;
};

/** Of who makes the cards, with the permission. */
export async function enterAllocating(args: Args): Promise<Visitor> {
  const visitor = await enterStock(args);
  if (!visitor.who.permissions.includes("inventory")) throw new Response(null, { status: 403 });
  return visitor;
}

const PAGE_MAX = 300;
const many = quantity("数量", { min: "0" });

/** ?key=…: the ticked cards, in the order in which they are served. */
export async function tickedCards(args: Args, api: Api): Promise<WaitingRow[]> {
  const asked = new URL(args.request.url).searchParams.getAll("key");
  const keys = [...new Set(asked.map(Number))].filter((key) => rowKey.safeParse(key).success);
  if (keys.length === 0) return [];
  return (await api.get(waiting, "/inventory/waiting", { keys: keys.slice(0, PAGE_MAX) })).items;
}

const CELL = /^num\.(\d{1,15})\.(\d{1,9})$/;

/** Cells as "num.{key}.{version}"; one left empty, or 0, is no card's. */
export async function allocateTicked(args: Args, { api }: Visitor): Promise<Response> {
  const form = await formOf(args);
  const idempotency_key = onceOf(form);
  const values: Record<string, string> = {};
  const answer = (more: Partial<AllocateAnswer>, status = 200) =>
    json<AllocateAnswer>({ values, errors: {}, idempotency_key, ...more }, { status });
  try {
    const undo = form.get("undo");
    if (typeof undo === "string") {
      const allocations = undo.split(" ").map(Number);
      const path = "/inventory/allocations/undo";
      return answer({ undone: await api.post(allocatedAll, path, { allocations }, idempotency_key) });
    }
    const errors: Record<string, string> = {};
    const cards = [...form].flatMap(([name, value]) => {
      const [, key, version] = CELL.exec(name) ?? [];
      const typed = typeof value === "string" ? value.trim() : "";
      if (!key || !version) return [];
      values[key] = typed;
      if (typed === "") return [];
      const read = many.safeParse(typed);
      if (!read.success) errors[key] = read.error.issues[0]!.message;
      return read.success && read.data !== "0" ? [{ key, version, num: read.data }] : [];
    });
    if (Object.keys(errors).length > 0) return answer({ errors }, 422);
    if (cards.length === 0) return answer({ errors: { "": "引き当てる数を入力してください。" } }, 422);
    const results = await api.post(allocatedAll, "/inventory/allocations", { cards }, idempotency_key);
    return answer({ results });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return answer({ errors: { "": error.detail } }, error.status);
  }
}
