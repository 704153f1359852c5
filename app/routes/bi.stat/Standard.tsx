import { Table } from "~/components/list/Table";
import { statHref } from "~/lib/bi/stat.list";
import type { StandardRow, Stat } from "~/lib/bi/stat.schema";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { minutesText } from "~/lib/time/minutes";

type Props = { standard: NonNullable<Stat["standard"]>; asked: Record<string, unknown> };

/** 予定と実績: which products took least of their 標準時間, and which took most. */
export function Standard({ standard: { n, best, worst }, asked }: Props) {
  if (n === 0) return null;
  const columns: Column<StandardRow>[] = [
    {
      name: "label",
      label: "商品",
      kind: "text",
      link: ({ id }) => statHref(asked, { product_id: id, axis: "process" }),
    },
    {
      name: "standard_minutes",
      label: "標準時間",
      kind: "count",
      text: (row) => minutesText(row.standard_minutes),
    },
    { name: "minutes", label: "実働", kind: "count", text: (row) => minutesText(row.minutes) },
    {
      name: "achieved",
      label: "達成率",
      kind: "quantity",
      unit: () => "%",
      fact: 2,
      below: (row) => `標準 ${minutesText(row.standard_minutes)}・実働 ${minutesText(row.minutes)}`,
    },
    { name: "num_works", label: "実績", kind: "count", unit: () => "件" },
  ];
  return (
    <section className="max-desk:order-last grid min-w-0 grid-cols-1 gap-2">
      <h2>予定と実績</h2>
      <p className="text-note text-muted">
        達成率 = 標準時間 ÷
        実働（無人運転は機械時間）。標準時間は、商品マスタのいまの値で、段取（実績1件ごと）＋ 1個あたり ×
        良品数。 標準時間があり、実績が5件以上の{n}商品から（時間の記録がない工程を除く）。
      </p>
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-2 print:[zoom:.8]">
        {[
          { title: "達成率の高い商品", rows: best },
          { title: "達成率の低い商品", rows: worst },
        ]
          .filter(({ rows }) => rows.length > 0)
          .map(({ title, rows }) => (
            <div key={title} className="grid min-w-0 grid-cols-1 gap-2">
              <h3>{title}</h3>
              <Table columns={columns} page={unpaged(rows)} title={title} />
            </div>
          ))}
      </div>
    </section>
  );
}
