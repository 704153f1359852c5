import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { isReasons, processColumns, reasonsCsv, recordColumns, TABS, tabOf } from "~/lib/shop/meta.form";
import { boardMeta } from "~/lib/shop/meta.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const tab = tabOf(new URL(args.request.url).searchParams.get("tab"));
  const [{ processes, reasons, record_items }, { items: partners }] = await Promise.all([
    api.get(boardMeta, "/factories/self/meta"),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  const text = isReasons(tab)
    ? csvOf(
        reasonsCsv,
        reasons.filter((one) => one.kind === tab),
      )
    : tab === "record"
      ? csvOf(recordColumns(processes), record_items)
      : csvOf(processColumns(partners), processes);
  return csvAnswer(args, TABS[tab], text);
}
