import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { ColumnPicker } from "~/components/list/ColumnPicker";
import { Empty } from "~/components/list/Empty";
import { countText, Paging } from "~/components/list/Paging";
import { Table } from "~/components/list/Table";
import { Tabs } from "~/components/list/Tabs";
import { LABEL_PAPER_LABEL, LABEL_PAPERS } from "~/components/paper/Labels";
import { CODE_TABS, codeList, kindIn } from "~/lib/code/code.list";
import type { CodeRow } from "~/lib/code/code.schema";
import { shownOf } from "~/lib/list/list.schema";
import { json } from "~/lib/web/json.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { Grid } from "./Grid";

export const meta = titled("工程QRコード一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const kind = kindIn(searchParams);
  const { page, filter, hide, who } = await loadList(args, codeList(kind));
  return json({
    page,
    filter,
    hide,
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
  const { page, filter, hide, kind, admin, origin, view } = useLoaderData<typeof loader>();
  const list = codeList(kind);
  const { q } = filter;
  const group_id = kind === "process" || kind === "card" ? filter.group_id : undefined;
  const kept = { kind, ...(q && { q }), ...(group_id && { group_id }) };
  const one = group_id && <input type="hidden" name="group_id" value={group_id} />;
  const query = (more: Record<string, string>) =>
    `/task/status_code?${new URLSearchParams({ ...kept, ...more })}`;
  const papers = LABEL_PAPERS.filter((paper) => paper !== "badge" || kind === "worker");
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>工程QRコード一覧</h1>
        <span className="text-muted tabular-nums">{countText(page, list.counter)}</span>
        {view === "list" ? (
          <ColumnPicker
            path={list.path}
            columns={list.columns as never}
            hide={hide}
            filter={{ ...filter, kind }}
          />
        ) : null}
        <span className="ml-auto flex gap-2">
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
      <form method="get" data-enhance="submit" role="search" className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="kind" value={kind} />
        {one}
        {view === "list" ? <input type="hidden" name="view" value="list" /> : null}
        <input
          type="search"
          name="q"
          defaultValue={filter.q}
          aria-label={`${list.title}の検索`}
          autoComplete="off"
          className={`${INPUT} w-64 max-desk:flex-1`}
        />
        <Button>絞り込む</Button>
        {group_id ? (
          <LinkButton href={`/task/status_code?kind=${kind}`}>すべての工程を見る</LinkButton>
        ) : null}
      </form>
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
          <p className="flex flex-wrap items-center gap-2">
            <a
              href={query({})}
              aria-current={view === "grid" ? "page" : undefined}
              className="inline-flex h-9 items-center aria-[current]:font-bold touch:h-11"
            >
              QRコード
            </a>
            <span aria-hidden>｜</span>
            <a
              href={query({ view: "list" })}
              aria-current={view === "list" ? "page" : undefined}
              className="inline-flex h-9 items-center aria-[current]:font-bold touch:h-11"
            >
              一覧
            </a>
          </p>
          {view === "list" ? (
            <Table
              columns={shownOf(list.columns, hide) as never}
              page={page}
              rowKey="key"
              title={list.title}
            />
          ) : (
            <Grid rows={page.items as CodeRow[]} origin={origin} />
          )}
          <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t-2 border-accent bg-surface px-4 py-2 max-desk:bottom-14">
            <span className="text-note text-muted">
              選ばずに印刷すると、表示中の{page.items.length}
              {list.counter}を印刷します。
            </span>
            <label className="ml-auto flex items-center gap-2">
              用紙
              <select name="paper" defaultValue={kind === "worker" ? "badge" : "a4-12"} className={INPUT}>
                {papers.map((paper) => (
                  <option key={paper} value={paper}>
                    {LABEL_PAPER_LABEL[paper]}
                  </option>
                ))}
              </select>
            </label>
            <Button tone="primary">印刷</Button>
            {page.next || page.previous ? (
              <Button name="all" value="on">
                全{page.total}
                {list.counter}を印刷
              </Button>
            ) : null}
            {kind === "card" ? <Button formAction="/task/tag">現品票</Button> : null}
            {admin ? (
              <Button tone="danger" formAction="/task/status_code/reissue">
                再発行
              </Button>
            ) : null}
          </div>
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
