import { LinkButton } from "~/components/form/Button";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { BALANCES } from "~/lib/receivable/balance.list";
import type { Statement } from "~/lib/receivable/statement.schema";

type Row = {
  href: string;
  name: string;
  date: string;
  due_date: string | null;
  total: number;
  paid: number;
  open: number;
  days: number | null;
};

const COLUMNS: Column<Row>[] = [
  { name: "name", label: "請求・入金", kind: "link", link: (row) => row.href },
  { name: "date", label: "日付", kind: "date" },
  { name: "due_date", label: "期日", kind: "date", fact: 1 },
  { name: "total", label: "請求額・入金額", kind: "yen" },
  { name: "paid", label: "入金済・充当済", kind: "yen" },
  { name: "open", label: "残", kind: "yen", fact: 2 },
  {
    name: "days",
    label: "経過日",
    kind: "text",
    text: (row) => (row.days ? `${row.days}日超過` : ""),
    tone: (row) => (row.days ? "bad" : undefined),
  },
];

const rowsOf = ({ bills, receipts }: Statement): Row[] => [
  ...bills.map((bill) => ({
    href: `/accounting/invoice/${bill.key}`,
    name: bill.number,
    date: bill.invoice_date,
    due_date: bill.due_date,
    total: bill.total,
    paid: bill.paid,
    open: bill.open,
    days: bill.days_overdue,
  })),
  ...receipts.map((receipt) => ({
    href: `${BALANCES}/payment/${receipt.key}`,
    name: "前受",
    date: receipt.payment_date,
    due_date: null,
    total: -receipt.amount,
    paid: receipt.open - receipt.amount,
    open: -receipt.open,
    days: null,
  })),
];

const openSum = (rows: Row[]) => ({ open: rows.reduce((sum, row) => sum + row.open, 0) });

/** What is open of one partner, beneath its row. */
export function OpenRows({ of }: { of: Statement }) {
  const rows = rowsOf(of);
  const partner = new URLSearchParams({ buyer_id: of.buyer.id });
  const dated = `${partner}&on=${of.on}`;
  return (
    <tr>
      <td data-at="one" colSpan={99} className="bg-ground p-3">
        {rows.length > 0 ? (
          <div className="max-w-[720px]">
            <Table
              columns={COLUMNS}
              page={{ ...unpaged(rows), sums: openSum(rows) }}
              title={`${of.buyer.name}の未決済`}
            />
          </div>
        ) : (
          <p className="text-muted">未入金の請求書も前受もありません。</p>
        )}
        <span className="mt-2 flex flex-wrap gap-2 print:hidden">
          <LinkButton href={`${BALANCES}/payment/new?${partner}`}>入金登録</LinkButton>
          <LinkButton href={`${BALANCES}/ledger?${partner}&to=${of.on}`}>元帳</LinkButton>
          <LinkButton href={`${BALANCES}/statement/print?${dated}`}>残高確認書</LinkButton>
          <LinkButton href={`/accounting/confirmation/new?${dated}`}>残高の確認を送る</LinkButton>
        </span>
      </td>
    </tr>
  );
}
