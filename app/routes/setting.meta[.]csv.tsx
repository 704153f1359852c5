import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { isReasons, processColumns, reasonColumns, recordColumns, tabOf, TABS } from "~/lib/setting/meta.form";
import { boardMeta } from "~/lib/setting/meta.schema";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const tab = tabOf(new URL(args.request.url).searchParams.get("tab"));
  const { processes, reasons, record_items } = await api.get(boardMeta, "/factories/self/meta");
  const text = isReasons(tab) ? csvOf(reasonColumns(tab), reasons.filter((one) => one.kind === tab))
    : tab === "record" ? csvOf(recordColumns(processes), record_items) : csvOf(processColumns, processes);
  return new Response(text, { headers: {
    "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${TABS[tab]}.csv`)}`,
  } });
}
