import type { LoaderFunctionArgs } from "@remix-run/node";
import { comparisonCsv } from "~/lib/quote/quote.totals";
import { formatDateTime } from "~/lib/time/date";
import { csvAnswer } from "~/lib/web/csv.server";
import { loadCompared } from "~/lib/web/quote.compare.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { found, spread } = await loadCompared(args);
  const day = formatDateTime(new Date()).slice(0, 10).replace(/\//g, "");
  return csvAnswer(args, `見積比較表_${day}`, comparisonCsv(found, spread));
}
