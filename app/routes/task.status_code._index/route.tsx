import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ColumnPicker } from "~/components/list/ColumnPicker";
import { Empty } from "~/components/list/Empty";
import { Foldable, FoldLabel } from "~/components/list/Foldable";
import { countText, Paging } from "~/components/list/Paging";
import { Table } from "~/components/list/Table";
import { Tabs } from "~/components/list/Tabs";
import { CODE_TABS, codeList, kindIn } from "~/lib/code/code.list";
import type { CodeRow } from "~/lib/code/code.schema";
import { shownOf } from "~/lib/list/list.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { Grid } from "./Grid";
import { PrintBar } from "./PrintBar";
import { Search } from "./Search";
import { Views } from "./Views";

export const meta = titled("工程QRコード一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const kind = kindIn(searchParams);
  const { page, filter, turned, who } = await loadList(args, codeList(kind));
  return json({
    page,
    filter,
    turned,
    kind,
    admin: who.is_admin,
    origin: args.context.app.config.origins[0]!,
    view: filter.view ?? "grid",
  });
}

/** The labels that are printed are these. */
const shownBy = (filter: Record<string, unknown>) =>
  ["q", "after", "before", "sort", "size"].flatMap((name): [string, string][] =>
    filter[name] ? [[name, String(filter[name])]] : [],
  );

export default function StatusCode() {
  const { page, filter, turned, kind, admin, origin, view } = useLoaderData<typeof loader>();
  const list = codeList(kind);
  const { q } = filter;
  const group_id = kind === "process" || kind === "card" ? filter.group_id : undefined;
  const kept = { kind, ...(q && { q }), ...(group_id && { group_id }) };
  const one = group_id && <input type="hidden" name="group_id" value={group_id} />;
  const query = (more: Record<string, string>) =>
    `/task/status_code?${new URLSearchParams({ ...kept, ...more })}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <Foldable open={false}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1>工程QRコード一覧</h1>
          <FoldLabel />
          <span className="text-muted tabular-nums">{countText(page, list.counter)}</span>
          {view === "list" ? (
            <ColumnPicker
              path={list.path}
              columns={list.columns as never}
              turned={turned}
              filter={{ ...filter, kind }}
            />
          ) : null}
          <span className="folded ml-auto flex gap-2">
            <LinkButton href={query({}).replace("status_code?", "status_code.csv?")} download>
              CSV
            </LinkButton>
            <LinkButton tone="primary" href="/s/">
              スキャン画面
            </LinkButton>
          </span>
        </header>
        <Tabs
          label="コードの種類"
          current={`/task/status_code?kind=${kind}`}
          tabs={CODE_TABS.map((tab) => ({ label: tab.label, href: `/task/status_code?kind=${tab.kind}` }))}
        />
        <Search kind={kind} title={list.title} q={filter.q} view={view} group_id={group_id} />
      </Foldable>
      {page.items.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          {q || group_id ? (
            <Empty
              text="条件に一致するコードはありません。"
              action={{ label: "条件をクリア", href: `${list.path}?kind=${kind}` }}
            />
          ) : (
            <Empty {...list.empty.none} />
          )}
        </div>
      ) : (
        <form
          method="get"
          action="/task/status_code/print"
          className="grid min-w-0 grid-cols-1 gap-3"
          data-bulk
        >
          <input type="hidden" name="kind" value={kind} />
          {one}
          {shownBy(filter).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Views query={query} view={view} />
          {view === "list" ? (
            <Table
              columns={shownOf(list.columns, turned) as never}
              page={page}
              rowKey="key"
              title={list.title}
            />
          ) : (
            <Grid rows={page.items as CodeRow[]} origin={origin} />
          )}
          <PrintBar kind={kind} counter={list.counter} page={page} admin={admin} />
        </form>
      )}
      <Paging
        path="/task/status_code"
        filter={{ ...filter, kind, ...(view === "list" && { view }) }}
        page={page}
        counter={list.counter}
      />
    </section>
  );
}
