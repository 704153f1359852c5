import { Table } from "~/components/list/Table";
import { monthLabel } from "~/lib/accounting/invoice";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import type { PaymentDetail } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";

type Row = PaymentDetail["allocations"][number] & { path: string };
const COLUMNS: Column<Row>[] = [
  { name: "number", label: "請求書", kind: "link", link: (row) => `/accounting/invoice/${row.invoice_key}` },
  {
    name: "state",
    label: "状態",
    kind: "state",
    text: (row) => (row.undone_date ? `${formatDate(row.undone_date)} に外した` : "充当中"),
    tone: (row) => (row.undone_date ? "muted" : "good"),
  },
  { name: "ym", label: "請求月", kind: "text", text: (row) => monthLabel(row.ym) },
  { name: "due_date", label: "入金期日", kind: "date" },
  {
    name: "amount",
    label: "充当額",
    kind: "yen",
    fact: 2,
    tone: (row) => (row.undone_date ? "muted" : undefined),
  },
  { name: "settled_date", label: "充当日", kind: "date", fact: 1 },
  {
    name: "undo",
    label: "操作",
    kind: "text",
    acts: (row) => (row.undone_date ? [] : [{ label: "この充当だけ外す", href: row.path }]),
  },
];

/** Which 請求書 it pays; what was taken back stays, marked. */
export function Allocations({ doc }: { doc: PaymentDetail }) {
  const rows = doc.allocations.map((one) => ({
    ...one,
    path: `/accounting/receivable/payment/${doc.key}/undo/${one.key}`,
  }));
  return (
    <>
      <Table columns={visibleColumns(COLUMNS, true)} page={unpaged(rows)} title="充当した請求書" />
      <p className="grid gap-2 desk:hidden print:hidden">
        {rows
          .filter((row) => row.undone_date === null)
          .map((row) => (
            <a key={row.key} href={row.path}>
              {row.number} の充当だけ外す
            </a>
          ))}
      </p>
    </>
  );
}
