import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import type { BreakdownRow } from "~/lib/stock/breakdown.schema";
import { formatDateTime } from "~/lib/time/date";

const KIND_LABEL: Record<BreakdownRow["kind"], string> = {
  arriving: "入荷",
  allocation: "引当",
  parts: "部品の必要数",
};

const columns = (unit: string, isShipping: boolean): Column<BreakdownRow>[] => {
  const all: (Column<BreakdownRow> | false)[] = [
    { name: "card_id", label: "カード", kind: "code", link: (row) => `/task/${row.card_key}` },
    isShipping && {
      name: "kind",
      label: "区分",
      kind: "state",
      text: (row) => (row.is_short ? "引当 不足" : KIND_LABEL[row.kind]),
      tone: (row) => (row.is_short ? "bad" : "accent"),
    },
    { name: "num", label: "数量", kind: "quantity", unit: () => unit, fact: 2 },
    { name: "delivery_date", label: "納期", kind: "date" },
    { name: "card_name", label: "品名", kind: "text", fact: 1 },
    { name: "buyer_name", label: "依頼元", kind: "text" },
    { name: "status", label: "工程", kind: "text" },
    isShipping && { name: "allocated_by", label: "引き当てた人", kind: "text" },
    isShipping && {
      name: "allocated_time",
      label: "引当日時",
      kind: "text",
      text: (row) => row.allocated_time && formatDateTime(row.allocated_time),
    },
    isShipping && {
      name: "acts",
      label: "操作",
      kind: "text",
      acts: (row) => (row.key === null ? [] : [{ label: "譲る", href: `/inventory/allocation/${row.key}` }]),
    },
  ];
  return all.flatMap((column) => column || []);
};

type Props = { id: "arriving" | "shipping"; title: string; sum: string; rows: BreakdownRow[]; unit: string };

export function Breakdown({ id, title, sum, rows, unit }: Props) {
  return (
    <section id={id} className="grid min-w-0 gap-2">
      <h2>
        {title} <span className="tabular-nums">{sum}</span>
      </h2>
      {rows.length > 0 ? (
        <Table columns={columns(unit, id === "shipping") as Column[]} page={unpaged(rows)} title={title} />
      ) : (
        <p className="text-muted">ありません。</p>
      )}
    </section>
  );
}
