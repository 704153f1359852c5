import { LinkButton } from "~/components/form/Button";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { deductionLabel } from "~/lib/payable/bill";
import { type DebtRow, daysText, debtHref, debtReason, PAYABLE } from "~/lib/payable/debt.list";

const COLUMNS: Column<DebtRow>[] = [
  {
    name: "reason",
    label: "要因",
    kind: "link",
    text: (row) => debtReason(row) || "計上",
    link: debtHref,
  },
  { name: "date", label: "請求日", kind: "date" },
  { name: "due_date", label: "支払期日", kind: "date", fact: 1 },
  {
    name: "days",
    label: "受領後日数",
    kind: "text",
    text: daysText,
    tone: (row) => ({ ok: undefined, soon: "warn" as const, late: "bad" as const })[row.level],
  },
  { name: "total", label: "請求額", kind: "yen" },
  { name: "paid", label: "支払済", kind: "yen" },
  { name: "open", label: "残", kind: "yen", fact: 2 },
  {
    name: "deduction",
    label: "登録番号",
    kind: "text",
    text: (row) => deductionLabel(row.deduction),
    tone: (row) => (row.deduction === 100 ? undefined : "warn"),
  },
];

const openSum = (rows: DebtRow[]) => ({ open: rows.reduce((sum, row) => sum + row.open, 0) });

type Props = { partner: { id: string; name: string }; on: string; rows: DebtRow[] };

/** What is open of one partner, beneath its row. */
export function DebtRows({ partner, on, rows }: Props) {
  const debts = new URLSearchParams(rows.map(({ id }) => ["debt", id]));
  const ledger = new URLSearchParams({ partner_id: partner.id, to: on });
  return (
    <tr>
      <td data-at="one" colSpan={99} className="bg-ground p-3">
        {rows.length > 0 ? (
          <Table
            columns={COLUMNS}
            page={{ ...unpaged(rows), sums: openSum(rows) }}
            title={`${partner.name}への未払`}
          />
        ) : (
          <p className="text-muted">未払の請求書はありません。</p>
        )}
        <span className="mt-2 flex flex-wrap gap-2 print:hidden">
          {rows.length > 0 ? (
            <LinkButton href={`${PAYABLE}/payment/new?${debts}`}>支払登録</LinkButton>
          ) : null}
          <LinkButton href={`${PAYABLE}/ledger?${ledger}`}>元帳</LinkButton>
          <LinkButton href={`${PAYABLE}/bill/new?partner_id=${partner.id}`}>請求書・経費を計上</LinkButton>
        </span>
      </td>
    </tr>
  );
}
