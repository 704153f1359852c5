import { json } from "@remix-run/node";
import type { Option } from "~/lib/list/option";
import { INVENTORY, type Typing } from "~/lib/stock/stock.list";
import { type StockRow, stockPage, stockRow } from "~/lib/stock/stock.schema";
import { stockText } from "~/lib/stock/stock.text";
import { changedStocks, thresholdsGiven } from "~/lib/stock/terms.schema";
import { STOCK_KIND_LABEL } from "~/lib/vocabulary/stock";
import { type Api, ApiError } from "./api.server";
import { flash, flashUndo } from "./flash.server";
import { type Args, enter, formOf, type Visitor } from "./visit.server";

/** What changes a stock is the factory's: a buyer reads. */
export async function enterStock(args: Args): Promise<Visitor> {
  const visitor = await enter(args);
  if (visitor.who.company_type === "buyer") throw new Response(null, { status: 403 });
  return visitor;
}

/** The two stocks by the ids that stand in the address of their page (product §3). */
export const stockKinds = ({ context: { app } }: Args): Option[] => [
  { value: app.config.stock_id, label: STOCK_KIND_LABEL.product },
  { value: app.config.parts_id, label: STOCK_KIND_LABEL.part },
];

export const STOCKS_MAX = 200;
const idsOf = ({ request }: Args): number[] =>
  [...new Set(new URL(request.url).searchParams.getAll("ids").map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, STOCKS_MAX);

/** ?ids=…: those that are still there, as they are now; another company's are not there. */
export async function chosenStocks(args: Args): Promise<StockRow[]> {
  const { api } = await enterStock(args);
  const ids = idsOf(args);
  if (ids.length === 0)
    throw new Response("商品が選ばれていません。在庫一覧で選び直してください。", { status: 422 });
  const { items } = await api.get(stockPage, INVENTORY, { ids, size: STOCKS_MAX });
  if (items.length === 0) throw new Response(null, { status: 404 });
  return items;
}

/** What a combobox of goods in stock offers. */
export async function foundStocks(api: Api, q?: string): Promise<Option[]> {
  const { items } = await api.get(stockPage, INVENTORY, { q, sort: "code", size: FOUND });
  return items.map(({ product_id, code, name }) => ({ value: String(product_id), label: `${code} ${name}` }));
}
const FOUND = 50;

/** With 「元に戻す」, where anything has changed. */
export const flashTerms = (
  args: Args,
  to: string,
  text: string,
  changed_time: string | null,
  product_id = "",
) =>
  changed_time === null
    ? flash(args, to, text)
    : flashUndo(args, to, text, { action: `${INVENTORY}/undo`, fields: { changed_time, product_id } });

const TYPED = /^threshold\.(\d+)_(.*)$/;

/** Each cell says in its name what stood in it: only what was changed is sent, with that. */
export async function saveThresholds(args: Args): Promise<Response> {
  const { api } = await enterStock(args);
  const form = await formOf(args);
  const cells = [...form].flatMap(([name, value]) => {
    const [, id, seen = ""] = TYPED.exec(name) ?? [];
    const text = typeof value === "string" ? value.trim() : "";
    return id && text !== seen ? [{ id, seen, text }] : [];
  });
  const search = new URL(args.request.url).search;
  if (cells.length === 0) return flash(args, `${INVENTORY}${search}`, "変更はありません。", "info");
  const values = Object.fromEntries(cells.map(({ id, text }) => [id, text]));
  const refused = (errors: Typing["errors"], status = 422) =>
    json<{ typing: Typing }>({ typing: { values, errors } }, { status });
  const items = cells.map(({ id, seen, text }) => ({
    product_id: id,
    num_threshold: text,
    seen: seen || null,
  }));
  const read = thresholdsGiven.safeParse({ items });
  if (!read.success)
    return refused(
      Object.fromEntries(
        read.error.issues.map(({ path, message }) => [cells[Number(path[1])]?.id ?? "", message]),
      ),
    );
  try {
    const { num, changed_time } = await api.post(
      changedStocks,
      `${INVENTORY}/thresholds`,
      read.data,
      crypto.randomUUID(),
    );
    return flashTerms(args, `${INVENTORY}${search}`, `${num}件のしきい値を保存しました。`, changed_time);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const told = Object.entries(error.errors).map(([id, [text = ""]]) => [id, text]);
    return refused(told.length > 0 ? Object.fromEntries(told) : { "": error.detail }, error.status);
  }
}

/** By product what stands of it, of those that are kept in stock and that this reader may see. */
async function stocksOf({ api, who }: Pick<Visitor, "api" | "who">, ids: number[]) {
  const wanted = who.permissions.includes("inventory") ? [...new Set(ids)] : [];
  const turns = Array.from({ length: Math.ceil(wanted.length / STOCKS_MAX) }, (_, turn) =>
    wanted.slice(turn * STOCKS_MAX, (turn + 1) * STOCKS_MAX),
  );
  const pages = await Promise.all(
    turns.map((some) => api.get(stockPage, INVENTORY, { ids: some, size: STOCKS_MAX })),
  );
  const kept = pages.flatMap(({ items }) => items).filter((row) => row.is_managed);
  return new Map(kept.map((row) => [row.product_id, row] as const));
}

const productIds = (values: unknown[]) =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Choosing a product then tells its stock in the field `stock` of the same line or form. */
export async function withStock(visitor: Pick<Visitor, "api" | "who">, options: Option[]): Promise<Option[]> {
  const stocks = await stocksOf(visitor, productIds(options.map(({ value }) => value)));
  return options.map((option) => {
    const row = stocks.get(Number(option.value));
    return { ...option, fill: { ...option.fill, stock: row ? stockText(row) : "" } };
  });
}

type Cells = Record<string, string | undefined>;
type Typed = { product_id?: unknown; lines?: (Cells | null | undefined)[] };

/** What a form holds, with the stock of its product or of each line's. */
export async function withStocks<T extends Typed>(
  visitor: Pick<Visitor, "api" | "who">,
  typed: T,
): Promise<T & { stock?: string }> {
  const { lines, product_id } = typed;
  const ids = productIds([product_id, ...(lines ?? []).map((line) => line?.product_id)]);
  const stocks = await stocksOf(visitor, ids);
  const told = (id: unknown) => {
    const row = stocks.get(Number(id));
    return row && stockText(row);
  };
  return {
    ...typed,
    stock: told(product_id),
    ...(lines && { lines: lines.map((line) => line && { ...line, stock: told(line.product_id) }) }),
  };
}

/** A form that comes back tells the stock as it is now. */
export async function tellStocks(visitor: Pick<Visitor, "api" | "who">, answer: Response): Promise<Response> {
  if (!answer.headers.get("content-type")?.includes("json")) return answer;
  const { reply, ...rest } = await answer.json();
  const typed = reply?.initialValue;
  const told = typed && { ...reply, initialValue: await withStocks(visitor, typed) };
  return json({ ...rest, reply: told ?? reply }, { status: answer.status, headers: answer.headers });
}

/** Who was too late finds what is left in the form, and confirms it by pressing once more. */
export async function takingFromStock<T>(api: Api, product_id: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors.num_from_stock?.[0]?.endsWith("引き当てますか"))
      throw error;
    const { free } = await api.get(stockRow, `${INVENTORY}/${product_id}`);
    throw new ApiError(error.status, error.detail, error.errors, error.confirm, { left: free });
  }
}
