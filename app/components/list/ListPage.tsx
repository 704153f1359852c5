import type { ComponentProps, ReactNode } from "react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import type { BulkAnswer } from "~/lib/list/bulk.schema";
import { type Column, type List, type Page, shownOf, visibleColumns } from "~/lib/list/list.schema";
import { nextSort, sortedBy, sortText } from "~/lib/list/sort";
import { formatDateTime } from "~/lib/time/date";
import { BulkBar } from "./BulkBar";
import { ColumnPicker } from "./ColumnPicker";
import { Empty } from "./Empty";
import { chips, type Filter, FilterBar, isWrong, listHref } from "./FilterBar";
import { Foldable, FoldLabel } from "./Foldable";
import { countText, Paging } from "./Paging";
import { SortPicker } from "./Sort";
import { Sure } from "./Sure";
import { Table } from "./Table";

type Props = {
  // A list value of any row: its columns are only ever given the rows of its own page.
  list: List<any, any>;
  page: Page;
  filter: Filter;
  under?: boolean;
  beside?: ReactNode;
  primary?: { label: string; href: string };
  bulk?: ReactNode;
  answer?: BulkAnswer;
  csv?: string;
  /** The CSV of each line of each document. */
  lines?: string;
  turned?: string[];
  intake?: string;
  amounts?: boolean;
  printed?: string;
  /** Whose list it is, on paper. */
  who?: { company_name: string | null };
  below?: ComponentProps<typeof Table>["below"];
  children?: ReactNode;
};

export function ListPage({
  list,
  page,
  filter,
  under,
  beside,
  primary,
  bulk,
  answer,
  csv,
  lines,
  intake,
  turned,
  amounts = false,
  printed,
  who,
  below,
  children,
}: Props) {
  const active = chips(list, filter);
  const all = visibleColumns(list.columns, amounts);
  const columns = turned ? shownOf(all, turned, list.off) : shownOf(all);
  const [Title, size] = under ? (["h2", "led text-section"] as const) : (["h1", "text-title"] as const);
  // Nothing is shown before something is asked for.
  const isUnasked = page.items.length === 0 && active.length === 0;
  const acts = answer?.ask ? undefined : bulk;
  const sort = (filter.sort as string | undefined) ?? list.order;
  const shows = (one: string) => columns.some(({ name }) => name === sortedBy(one));
  // Where no head leads back to a list's own order, the third press of another does.
  const isTurned = (column: Column) =>
    sort === `-${column.name}` && list.order !== undefined && !shows(list.order);
  const sorting = {
    sort,
    href: (column: Column) =>
      listHref(list.path, { ...filter, sort: isTurned(column) ? undefined : nextSort(column, sort) }),
  };
  const sorted = sortText(list.columns, sort);
  const table =
    page.items.length === 0 ? (
      <Nothing list={list} filtered={active.length > 0} clear={listHref(list.path, { sort: filter.sort })} />
    ) : (
      <Table
        columns={columns}
        page={page}
        rowKey={acts ? (list.key ?? "id") : undefined}
        title={list.title}
        sorting={sorting}
        below={below}
      />
    );
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <Foldable open={isWrong(list, filter) || isUnasked} fixed={list.fields.length === 0}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Title className={`${size} font-bold`}>{list.title}</Title>
          <span className="text-muted tabular-nums">{countText(page, list.counter)}</span>
          {sort !== undefined && !shows(sort) ? <span className="text-note text-muted">{sorted}</span> : null}
          {beside}
          {page.items.length > 1 ? <SortPicker columns={columns} sorting={sorting} /> : null}
          {turned ? (
            <ColumnPicker
              path={list.path}
              columns={all.filter((column) => !column.sheet)}
              turned={turned}
              off={list.off}
              filter={filter}
            />
          ) : null}
          {/* On a phone the files take a row of their own: what one came for stays beside the title. */}
          <div className="ml-auto flex flex-wrap gap-2 max-desk:contents">
            <span className="folded flex flex-wrap gap-2 max-desk:order-last print:hidden">
              {intake ? <LinkButton href={intake}>CSV取込</LinkButton> : null}
              {/* Where there may be too many rows the answer may be a sentence, not a file. */}
              {csv ? (
                <LinkButton href={csv} download={!page.total_more}>
                  CSV
                </LinkButton>
              ) : null}
              {lines ? (
                <LinkButton className="max-desk:hidden" href={lines} download={!page.total_more}>
                  明細CSV
                </LinkButton>
              ) : null}
              {csv ? (
                <LinkButton
                  tone="plain"
                  className="max-desk:hidden"
                  href={`${csv}${csv.includes("?") ? "&" : "?"}encoding=cp932`}
                  title="古いシステム用のCSV（Shift_JIS）です"
                >
                  旧システム用CSV
                </LinkButton>
              ) : null}
              <PrintButton className="max-desk:hidden" />
            </span>
            <span className="ml-auto flex gap-2 empty:hidden print:hidden">
              {list.fields.length > 0 ? <FoldLabel /> : null}
              {primary ? (
                <LinkButton tone="primary" href={primary.href}>
                  {primary.label}
                </LinkButton>
              ) : null}
            </span>
          </div>
        </header>
        <p className="hidden text-note print:block">
          {who?.company_name ? `${who.company_name}　` : null}
          {active.length > 0 ? `条件: ${active.map((chip) => chip.text).join("、")}` : "条件: なし"}
          {`　${sorted ? `並び順: ${sorted}　` : ""}`}出力日時: {printed ?? formatDateTime(new Date())}
        </p>
        <FilterBar list={list} filter={filter} active={active} />
      </Foldable>
      <div className="about contents">{children}</div>
      {list.summed && !page.sums ? (
        <p className="text-muted">
          {countText(page, list.counter)}のため、合計は出ません。期間や条件を絞ってください。
        </p>
      ) : null}
      {answer?.problem ? (
        <p
          role="alert"
          data-summary
          tabIndex={-1}
          className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad"
        >
          {answer.problem}
        </p>
      ) : null}
      {answer?.ask ? <Sure ask={answer.ask} back={listHref(list.path, filter)} /> : null}
      {acts && page.items.length > 0 ? (
        <form method="post" data-enhance="submit" data-bulk className="bulk min-w-0">
          {table}
          <BulkBar counter={list.counter} all={countText(page, list.counter)}>
            {acts}
          </BulkBar>
        </form>
      ) : (
        table
      )}
      <Paging path={list.path} filter={filter} page={page} counter={list.counter} />
    </section>
  );
}

function Nothing({ list, filtered, clear }: { list: List; filtered: boolean; clear: string }) {
  return (
    <div className="rounded border border-line bg-surface">
      {filtered ? (
        <Empty
          text={list.empty.unmatched ?? `条件に一致する${list.title.replace(/一覧表?$/, "")}はありません。`}
          action={{ label: "条件をクリア", href: clear }}
        />
      ) : (
        <Empty text={list.empty.none.text} action={list.empty.none.action} />
      )}
    </div>
  );
}
