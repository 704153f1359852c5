import { Button } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Table } from "~/components/list/Table";
import type { DeliveryDetail } from "~/lib/accounting/delivery.schema";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { lineColumns } from "./lines";

/** 明細, with what its issuer may still do to a line: another month, or the rest of its card. */
export function DeliveryLines({ doc, own }: { doc: DeliveryDetail; own: boolean }) {
  const columns = lineColumns.filter(
    ({ name }) =>
      (name !== "billing_ym" || doc.lines.some((line) => line.billing_ym)) &&
      (name !== "is_billing_target" || doc.lines.some((line) => !line.is_billing_target)),
  );
  const shown = visibleColumns(columns, true) as Column[];
  const movable = own && doc.cannot_postpone === null;
  const table = (
    <Table
      columns={shown}
      page={{ ...unpaged(doc.lines), sums: { price: doc.subtotal } }}
      title="明細"
      rowKey={movable ? "line_no" : undefined}
    />
  );
  const closed = own ? doc.lines.filter((line) => line.is_closed) : [];
  return (
    <>
      {movable ? (
        <form method="post" data-enhance="submit" className="grid min-w-0 grid-cols-1 gap-2">
          <input type="hidden" name="version" value={doc.version} />
          <input type="hidden" name="idempotency_key" value={`month.${doc.key}.${doc.version}`} />
          {table}
          <p className="flex flex-wrap items-center gap-2 print:hidden">
            <Button name="act" value="postpone">
              来月に回す
            </Button>
            {doc.lines.some((line) => line.billing_ym) ? (
              <Button name="act" value="back" tone="plain">
                もとの請求月に戻す
              </Button>
            ) : null}
            <span className="text-note text-muted">選んだ明細だけ。選ばなければ、請求前の明細すべて。</span>
          </p>
        </form>
      ) : (
        table
      )}
      {closed.map((line) => (
        <div
          key={line.line_no}
          className="flex flex-wrap items-center gap-3 rounded border border-line bg-surface px-4 py-2 print:hidden"
        >
          <span>
            {line.line_no}行目 {line.card_id} {line.name}の残りは打切です（{line.close_reason}）
          </span>
          {line.invoice_key === null ? (
            <OneTap
              action={`/accounting/delivery/${doc.key}`}
              fields={{
                act: "reopen",
                line_no: line.line_no,
                version: doc.version,
                idempotency_key: `reopen.${doc.key}.${doc.version}.${line.line_no}`,
              }}
            >
              打切を取り消す
            </OneTap>
          ) : null}
        </div>
      ))}
    </>
  );
}
