import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { LOG_COLUMNS, logLines, logOf } from "~/lib/task/activity.log";
import { enterCard } from "~/lib/web/card.server";

export async function loader(args: LoaderFunctionArgs) {
  const { card, detail } = await enterCard(args);
  const { entries } = logOf(detail.log, new URL(args.request.url).searchParams.get("kind"));
  return new Response(csvOf(LOG_COLUMNS, logLines(entries)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`カード${card.id}_履歴.csv`)}`,
    },
  });
}
