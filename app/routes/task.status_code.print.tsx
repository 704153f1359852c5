import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LABEL_PAPER_LABEL, LABEL_PAPERS, Labels } from "~/components/paper/Labels";
import { Sheets } from "~/components/paper/Sheets";
import { pageOf } from "~/lib/list/list.schema";
import { kindIn } from "~/lib/scan/code.list";
import { codeRow } from "~/lib/scan/code.schema";
import { codeUrl } from "~/lib/scan/tag";
import { KIND_LABEL } from "~/lib/scan/scan";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("工程QRコードの印刷");

/** The codes ticked, or all that the list showed: ?kind=process&ids=3&ids=4&paper=a4-12. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const kind = kindIn(searchParams);
  const ids = searchParams.getAll("ids");
  const chosen = ids.length > 0 ? { keys: ids } : { q: searchParams.get("q") ?? undefined, group_id: searchParams.get("group_id") ?? undefined };
  const { items } = await api.get(pageOf(codeRow), "/codes", { kind, ...chosen });
  return json({
    kind, rows: items.filter((row) => row.is_active), paper: LABEL_PAPERS.find((one) => one === searchParams.get("paper")) ?? "a4-12",
    origin: args.context.app.config.origins[0]!, owner: who.company_name ?? "",
  });
}

export default function StatusCodePrint() {
  const { kind, rows, paper, origin, owner } = useLoaderData<typeof loader>();
  const labels = rows.map((row) => ({
    key: row.key, kicker: KIND_LABEL[kind].replace(/（.*/, ""), title: row.name, note: row.note, url: codeUrl(origin, row.token),
      code: row.token, owner,
  }));
  return (
    <Sheets title={`${KIND_LABEL[kind]} ${rows.length}件・${LABEL_PAPER_LABEL[paper]}`}
      back={{ label: "工程QRコード一覧に戻る", href: `/task/status_code?kind=${kind}` }}>
      <h1 className="sr-only print:hidden">工程QRコードの印刷</h1>
      <Labels paper={paper} labels={labels} />
    </Sheets>
  );
}
