import { spreadOf } from "~/lib/quote/quote.comparison";
import { COMPARED_MAX } from "~/lib/quote/quote.list";
import { quoteDetail } from "~/lib/quote/quote.row.schema";
import { type Args, enter } from "./visit.server";

/** ?key=… of each of them, and how 型代 counts. */
export async function loadCompared(args: Args) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const keys = [...new Set(query.getAll("key"))].filter((key) => /^\d{1,15}$/.test(key));
  if (keys.length === 0) throw new Response(null, { status: 404 });
  if (keys.length > COMPARED_MAX)
    throw new Response(`比較は${COMPARED_MAX}件までです（${keys.length}件が選ばれています）。`, {
      status: 422,
    });
  const found = await Promise.all(keys.map((key) => api.get(quoteDetail, `/quotes/${key}`)));
  return { found, spread: spreadOf(query), search: query.toString() };
}
