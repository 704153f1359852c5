import { json } from "@remix-run/node";
import { pageOf } from "~/lib/list/list.schema";
import { normalizeNumber } from "~/lib/money/decimal";
import { shelfResults } from "~/lib/stocktake/shelf.schema";
import { type SheetRow, sheetRow } from "~/lib/stocktake/stocktake.schema";
import { type Api, ApiError } from "./api.server";
import { flash } from "./flash.server";
import type { Args } from "./visit.server";

/** What was typed in a row and could not be saved, with what is wrong with it. */
export type TypedRow = {
  num: string;
  ready: string;
  reason: string;
  question: string | null;
  asks_replace: boolean;
  /** Rounding took more than 1 %. */
  asks_rounded: boolean;
};
/** `rows`: those that could not be saved, as they are now, wherever the page has got to. */
export type Saved = { problem: string | null; typed: Record<string, TypedRow>; rows: SheetRow[] };

export const said = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** Those rows whose number or reason is another than the page had, or whose question was answered. */
function changedRows(form: FormData) {
  const ids = [...form.keys()].flatMap((name) => /^num-(\d{1,15})$/.exec(name)?.[1] ?? []);
  return ids
    .map((id) => ({
      id,
      num: said(form, `num-${id}`),
      was: said(form, `was-${id}`),
      splits: form.has(`ready-${id}`),
      ready: said(form, `ready-${id}`),
      was_ready: said(form, `wasready-${id}`),
      seen: said(form, `seen-${id}`),
      reason: said(form, `reason-${id}`),
      why: said(form, `why-${id}`),
      answer: said(form, `answer-${id}`),
      rounded: said(form, `rounded-${id}`),
    }))
    .filter((row) => !isSame(row) || row.reason !== row.why);
}

const read = (typed: string) => normalizeNumber(typed) ?? typed;
const isSame = ({ num, was, ready, was_ready }: Record<"num" | "was" | "ready" | "was_ready", string>) =>
  read(num) === was && read(ready) === was_ready;

export async function saveRows(args: Args, api: Api, key: number, form: FormData, to: string) {
  const rows = changedRows(form);
  if (rows.length === 0) return flash(args, to, "変わった行はありません。", "info");
  const press = said(form, "idempotency_key");
  const items = rows.map(({ id, num, ready, splits, seen, reason, answer, rounded, ...row }) => ({
    // Another number from the same page is another count.
    client_id: [
      press.replaceAll("-", "").slice(0, 20),
      id,
      num.slice(0, 9),
      ready.slice(0, 9),
      answer,
      rounded,
    ].join("."),
    act: "stock_count",
    stocktake: key,
    product_id: Number(id),
    num: num || undefined,
    num_ready: ready || undefined,
    splits: splits ? "on" : "",
    seen,
    mode: answer === "add" ? "add" : "replace",
    replace: answer === "replace",
    rounded,
    keeps: row.was !== "" && isSame({ num, ready, ...row }),
    reason,
  }));
  const { results, status } = await sendRows(api, items);
  const wrong = rows.flatMap((row, index) =>
    results[index]!.result === "refused" ? [{ row, result: results[index]! }] : [],
  );
  if (wrong.length === 0) return flash(args, to, `${rows.length}行を保存しました。`);
  const typed = wrong.map(({ row, result }): [string, TypedRow] => [
    row.id,
    {
      num: row.num,
      ready: row.ready,
      reason: row.reason,
      question: result.detail,
      asks_replace: "replace" in result.errors,
      asks_rounded: "rounded" in result.errors || row.rounded !== "",
    },
  ]);
  const kept = rows.length - wrong.length;
  const [why, ...other] = new Set(wrong.map(({ result }) => result.detail));
  // What is wrong with each number stands in its row; what is wrong with the sheet is told once.
  const isSheet = other.length === 0 && wrong.every(({ result }) => Object.keys(result.errors).length === 0);
  const told = isSheet ? why : "赤い行を確かめてください。";
  const problem = `${wrong.length}行を保存できませんでした。${told}${kept > 0 ? `ほかの${kept}行は保存しました。` : ""}`;
  const page = await api.get(pageOf(sheetRow), `/inventory/stocktakes/${key}/rows`, {
    ids: wrong.map(({ row }) => row.id),
    size: wrong.length,
  });
  return json<Saved>({ problem, typed: Object.fromEntries(typed), rows: page.items }, { status });
}

/** What is refused as a whole is refused for each row: what was typed comes back. */
async function sendRows(api: Api, items: object[]) {
  try {
    const sent = await api.post(shelfResults, "/inventory/scans", { items }, crypto.randomUUID());
    return { results: sent.items, status: 422 };
  } catch (error) {
    if (!(error instanceof ApiError) || error.confirm) throw error;
    const { detail, status } = error;
    return { results: items.map(() => ({ result: "refused", detail, errors: {} })), status };
  }
}
