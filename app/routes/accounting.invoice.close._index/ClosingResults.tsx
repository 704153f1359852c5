import { LinkButton } from "~/components/form/Button";
import { Table } from "~/components/list/Table";
import type { ClosingResult } from "~/lib/accounting/closing.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import type { Candidate } from "~/lib/accounting/invoice.schema";
import { type Column, unpaged } from "~/lib/list/list.schema";

const UNSURE =
  "通信できず、発行できたか確かめられませんでした。「残りを締める」で開き直して、締め済みか確かめてください。";
const STATE = { issued: "発行しました", closed: "締め済み", failed: "発行していません" } as const;
const TONE = { issued: "good", closed: "warn", failed: "bad" } as const;
type Row = ReturnType<typeof rowOf>;

/** What stands in the books says whether it was issued; what the parts answered says why not. */
function rowOf({ buyer_id, detail }: ClosingResult, items: Candidate[]) {
  const item = items.find((one) => one.buyer_id === buyer_id);
  const invoice_key = item?.invoice_key ?? null;
  const state: keyof typeof STATE = invoice_key === null ? "failed" : detail === null ? "issued" : "closed";
  return {
    buyer_name: item?.buyer_name ?? buyer_id,
    state,
    invoice_key,
    number: item?.invoice_number ?? null,
    billed_now: invoice_key === null ? null : (item?.billed_now ?? null),
    detail: detail ?? (state === "failed" ? UNSURE : null),
  };
}

const pathOf = (row: Row) => (row.invoice_key ? `/accounting/invoice/${row.invoice_key}` : null);

const COLUMNS: Column<any>[] = [
  { name: "buyer_name", label: "取引先", kind: "text", link: pathOf },
  {
    name: "state",
    label: "結果",
    kind: "state",
    text: (row: Row) => STATE[row.state],
    tone: (row: Row) => TONE[row.state],
  },
  {
    name: "number",
    label: "請求書番号",
    kind: "code",
    fact: 2,
    link: pathOf,
  },
  { name: "billed_now", label: "今回請求額", kind: "yen" },
  { name: "detail", label: "内容", kind: "text", fact: 1 },
];

type Props = { results: ClosingResult[]; items: Candidate[]; closing_day: number; ym: number };

/** Of a closing in parts; those that were not issued come first. */
export function ClosingResults({ results, items, closing_day, ym }: Props) {
  const rows = results.map((one) => rowOf(one, items));
  const issued = rows.filter((one) => one.state === "issued");
  const rest = rows.filter((one) => one.state !== "issued");
  return (
    <>
      <div
        role="status"
        tabIndex={-1}
        data-step="closed"
        className="grid gap-2 rounded border border-line bg-surface px-4 py-3"
      >
        <p className="text-section font-bold">
          {monthLabel(ym)}の請求書を{issued.length}件発行しました
        </p>
        {rest.length > 0 ? (
          <p className="text-bad">
            {rest.length}件は発行していません: {rest.map((one) => one.buyer_name).join("、")}
          </p>
        ) : null}
      </div>
      <Table columns={COLUMNS} page={unpaged([...rest, ...issued])} title="締めの結果" />
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <LinkButton tone="primary" href={`/accounting/invoice?ym=${ym}`}>
          発行した請求書を見る
        </LinkButton>
        {rest.length > 0 ? (
          <LinkButton href={`/accounting/invoice/close?closing_day=${closing_day}&ym=${ym}`}>
            残りを締める
          </LinkButton>
        ) : null}
      </div>
    </>
  );
}
