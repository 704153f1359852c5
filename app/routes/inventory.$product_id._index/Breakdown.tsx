import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { breakdownColumns } from "~/lib/stock/breakdown.list";
import type { BreakdownRow } from "~/lib/stock/breakdown.schema";

type Props = {
  id: "arriving" | "shipping";
  title: string;
  sum: string;
  rows: BreakdownRow[];
  unit: string;
  csv?: string;
};

export function Breakdown({ id, title, sum, rows, unit, csv }: Props) {
  return (
    <section id={id} className="grid min-w-0 gap-2">
      <h2>
        {title} <span className="tabular-nums">{sum}</span>
      </h2>
      {rows.length > 0 ? (
        <>
          <Table
            columns={breakdownColumns(unit, id === "shipping") as Column[]}
            page={unpaged(rows)}
            title={title}
          />
          {csv ? (
            <p className="print:hidden">
              <a href={csv}>{title}のCSV</a>
            </p>
          ) : null}
        </>
      ) : (
        <p className="text-muted">ありません。</p>
      )}
    </section>
  );
}
