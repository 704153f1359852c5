import { json } from "@remix-run/node";
import { pageOf } from "~/lib/list/list.schema";
import { shelfResults } from "~/lib/stocktake/shelf.schema";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import {
  type SheetRow,
  sheetRow,
  stocktakeMade,
  stocktakePage,
  stocktakeUnzeroed,
} from "~/lib/stocktake/stocktake.schema";
import { type Api, ApiError } from "./api.server";
import { flash } from "./flash.server";
import { onceOf } from "./once.server";
import { type Saved, said, saveRows } from "./stocktake.rows.server";
import { type Args, formOf } from "./visit.server";

async function answerRow(args: Args, api: Api, key: number, act: string, to: string) {
  const [kind, id, one, take] = act.split(".");
  const body = kind === "minute" ? { minute: one } : { count: Number(one), take };
  await api.post(
    stocktakeMade,
    `/inventory/stocktakes/${key}/rows/${Number(id)}/answer`,
    body,
    crypto.randomUUID(),
  );
  return flash(args, to, "回答を保存しました。");
}

/** A second person found the number that stands there. */
async function countSame(args: Args, api: Api, key: number, form: FormData, id: string, to: string) {
  const num = said(form, `was-${id}`);
  const item = {
    client_id: `same.${key}.${id}.${said(form, `seen-${id}`)}.${said(form, "idempotency_key").slice(0, 13)}`,
    act: "stock_count",
    stocktake: key,
    product_id: Number(id),
    num,
    num_ready: said(form, `wasready-${id}`),
    seen: said(form, `seen-${id}`),
  };
  const { items } = await api.post(shelfResults, "/inventory/scans", { items: [item] }, crypto.randomUUID());
  const { result, detail, row } = items[0]!;
  if (result === "refused") return flash(args, to, detail, "error");
  return row?.asks_second
    ? flash(args, to, "数えた人と同じ人です。もう一人が数えてください。", "error")
    : flash(args, to, `2人目の数 ${row?.counted ?? num} を保存しました。`);
}

/** What takes back an act on the whole sheet, or shows it another way. */
async function turnSheet(args: Args, api: Api, key: number, act: string, form: FormData) {
  const at = `${STOCKTAKES_AT}/${key}`;
  const path = `/inventory/stocktakes/${key}`;
  const once = onceOf(form);
  if (act === "restore") {
    await api.post(stocktakePage, `${path}/restore`, {}, once);
    return flash(args, at, "破棄した棚卸を元に戻しました。");
  }
  if (act === "unzero") {
    const batch = said(form, "batch");
    const { num_rows, num_kept } = await api.post(stocktakeUnzeroed, `${path}/zero/undo`, { batch }, once);
    const others = num_kept > 0 ? `あとから数えた${num_kept}行はそのままです。` : "";
    return flash(args, at, `${num_rows}行を未入力に戻しました。${others}`);
  }
  if (act !== "hide" && act !== "show") return null;
  await api.post(stocktakePage, `${path}/blind`, { is_blind: act === "hide" }, once);
  return flash(args, at, act === "hide" ? "帳簿数を隠しました。" : "帳簿数を見せます。");
}

/** Each button of the sheet's page. */
export async function actOnSheet(args: Args, api: Api, key: number): Promise<Response> {
  const form = await formOf(args);
  const act = said(form, "act") || "save";
  const { search } = new URL(args.request.url);
  const query = new URLSearchParams(search);
  query.delete("index");
  const at = `${STOCKTAKES_AT}/${key}`;
  const here = `${at}${query.size > 0 ? `?${query}` : ""}`;
  const press = onceOf(form);
  try {
    if (act === "save") return await saveRows(args, api, key, form, here);
    if (act.startsWith("next.")) {
      query.delete("before");
      query.set("after", act.slice("next.".length));
      return await saveRows(args, api, key, form, `${at}?${query}`);
    }
    if (act.startsWith("same."))
      return await countSame(args, api, key, form, act.slice("same.".length), here);
    if (/^(take|minute)\./.test(act)) return await answerRow(args, api, key, act, here);
    if (act === "recount") {
      const ids = form.getAll("ids").map(Number);
      const path = `/inventory/stocktakes/${key}/recount`;
      const made = await api.post(stocktakeMade, path, { ids }, press);
      return await flash(args, `${STOCKTAKES_AT}/${made.key}`, `${made.num_rows}行の数え直しを始めました。`);
    }
    if (act === "start" || act === "resume") {
      const made = await api.post(
        stocktakeMade,
        `/inventory/stocktakes/${key}/${act}`,
        {},
        `${press}.${key}`,
      );
      const text = act === "start" ? `${made.num_rows}行の棚卸を始めました。` : "棚卸を続けます。";
      return await flash(args, at, text);
    }
    const turned = await turnSheet(args, api, key, act, form);
    if (turned) return turned;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = Object.values(error.errors)[0]?.[0] ?? error.detail;
    return json<Saved>({ problem, typed: {}, rows: [] }, { status: error.status });
  }
  throw new Response(null, { status: 404 });
}

/** All rows of a sheet, for the paper. */
export async function allRows(api: Api, key: number, view: string | undefined): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await api.get(pageOf(sheetRow), `/inventory/stocktakes/${key}/rows`, {
      view,
      after,
      size: 1000,
    });
    rows.push(...page.items);
    after = page.next;
  }
  return rows;
}
