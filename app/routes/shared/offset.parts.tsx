import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import type { OffsetDetail } from "~/lib/receivable/offset.proposal.schema";

type Part = OffsetDetail["ours"][number];
type Props = { title: string; parts: Part[]; stands: boolean };

const columns = (stands: boolean): Column<Part>[] => [
  {
    name: "number",
    label: "請求書",
    kind: "link",
    sum: () => "計",
    link: (part) => `/accounting/invoice/${part.invoice_key}`,
  },
  { name: "due_date", label: "支払期日", kind: "date", fact: 1 },
  { name: "total", label: "請求額", kind: "yen" },
  { name: "open", label: stands ? "相殺後の今の残" : "今の残", kind: "yen" },
  {
    name: "amount",
    label: "相殺する額",
    kind: "yen",
    fact: 2,
    below: (part) => `${stands ? "相殺後の今の残" : "今の残"} ${formatYen(part.open)}`,
  },
];

/** 請求書 of one side, with what is set off of each. */
export function Parts({ title, parts, stands }: Props) {
  const sums = { amount: parts.reduce((sum, { amount }) => sum + amount, 0) };
  return (
    <section className="grid min-w-0 gap-2">
      <h2>{title}</h2>
      <Table columns={columns(stands)} page={{ ...unpaged(parts), sums }} title={title} />
    </section>
  );
}
