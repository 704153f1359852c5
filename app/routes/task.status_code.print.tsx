import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { LABEL_PAPER_LABEL, LABEL_PAPERS, Labels } from "~/components/paper/Labels";
import { Sheets } from "~/components/paper/Sheets";
import { kindIn } from "~/lib/code/code.list";
import { codeRow, PRINT_MAX } from "~/lib/code/code.schema";
import { codeUrl } from "~/lib/code/tag";
import { pageOf } from "~/lib/list/list.schema";
import { KIND_LABEL } from "~/lib/vocabulary/scan";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("工程QRコードの印刷");

/** ?kind=process&ids=3&ids=4&paper=a4-12. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const kind = kindIn(searchParams);
  const ids = searchParams.getAll("ids");
  const said = (name: string) => searchParams.get(name) ?? undefined;
  const all = said("all");
  const where = { q: said("q"), group_id: said("group_id"), sort: said("sort") };
  const shown = all
    ? { ...where, size: String(PRINT_MAX) }
    : { ...where, after: said("after"), before: said("before"), size: said("size") };
  const chosen = all || ids.length === 0 ? shown : { keys: ids };
  const { items, next } = await api.get(pageOf(codeRow), "/codes", { kind, ...chosen });
  return json({
    kind,
    chosen: Object.entries(chosen).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => ({ name: name === "keys" ? "ids" : name, value: one })),
    ),
    more: all !== undefined && next !== null,
    rows: items.filter((row) => row.is_active),
    paper: LABEL_PAPERS.find((one) => one === searchParams.get("paper")) ?? "a4-12",
    origin: args.context.app.config.origins[0]!,
    owner: who.company_name ?? "",
  });
}

export default function StatusCodePrint() {
  const { kind, chosen, more, rows, paper, origin, owner } = useLoaderData<typeof loader>();
  const labels = rows.map((row) => ({
    key: row.key,
    kicker: KIND_LABEL[kind].replace(/（.*/, ""),
    number: row.number,
    title: row.name,
    // What a process is set to means nothing on a wall.
    note: kind === "process" ? "" : row.note,
    url: codeUrl(origin, row.token),
    code: row.token,
    owner,
  }));
  const back =
    kind === "product"
      ? { label: "商品マスタ一覧に戻る", href: "/setting/product" }
      : { label: "工程QRコード一覧に戻る", href: `/task/status_code?kind=${kind}` };
  const papers = LABEL_PAPERS.filter((one) => one !== "badge" || kind === "worker");
  const choices = (
    <form method="get" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="kind" value={kind} />
      {chosen.map(({ name, value }, index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <label className="flex items-center gap-1 text-note">
        用紙
        <select name="paper" defaultValue={paper} className={INPUT}>
          {papers.map((one) => (
            <option key={one} value={one}>
              {LABEL_PAPER_LABEL[one]}
            </option>
          ))}
        </select>
      </label>
      <Button>変更</Button>
    </form>
  );
  return (
    <Sheets
      title={`${KIND_LABEL[kind]} ${rows.length}件・${LABEL_PAPER_LABEL[paper]}`}
      back={back}
      actions={choices}
    >
      <h1 className="sr-only print:hidden">工程QRコードの印刷</h1>
      {more ? (
        <p role="alert" className="text-bad print:hidden">
          一度に印刷できるのは{PRINT_MAX}件までです。残りは、絞り込んで印刷してください。
        </p>
      ) : null}
      <Labels paper={paper} labels={labels} />
    </Sheets>
  );
}
