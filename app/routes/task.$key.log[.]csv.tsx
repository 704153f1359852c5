import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { allocationLines } from "~/lib/stock/allocation.log";
import { cardStock } from "~/lib/stock/allocation.schema";
import { LOG_COLUMNS, logLines, logOf } from "~/lib/task/activity.log";
import { cardWork } from "~/lib/task/work.page.schema";
import { enterCard } from "~/lib/web/card.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, detail } = await enterCard(args);
  const { entries, kind } = logOf(detail.log, new URL(args.request.url).searchParams.get("kind"));
  const seller = card.seller_id === who.company_id;
  const isOwn = kind === null && card.product_id !== null && seller;
  const works = seller ? (await api.get(cardWork, `/cards/${card.key}/work`)).works : [];
  const held = isOwn ? allocationLines(await api.get(cardStock, `/cards/${card.key}/stock`)) : [];
  const lines = [...held, ...logLines(entries, works)].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return new Response(csvOf(LOG_COLUMNS, lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`カード${card.id}_履歴.csv`)}`,
    },
  });
}
