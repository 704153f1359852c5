import { Chip } from "~/components/list/Chip";
import { formatYen } from "~/lib/money/decimal";
import type { SelfBillDetail } from "~/lib/selfbill/selfbill.schema";
import { formatDateTime } from "~/lib/time/date";

/** What the supplier has said; its last word counts. */
export function Said({ doc }: { doc: SelfBillDetail }) {
  const [last] = doc.answers;
  if (!last) return null;
  const agreed = last.word === "confirmed";
  const lineOf = (line_no: number) => doc.lines.find((line) => line.line_no === line_no)!;
  return (
    <section aria-label="支払先の回答" className="grid gap-2 rounded border border-line bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={agreed ? "good" : "bad"}>{agreed ? "確認済" : "相違あり"}</Chip>
        {last.reason ? <span className="whitespace-pre-wrap">{last.reason}</span> : null}
        <span className="text-note text-muted">
          {last.actor}・{formatDateTime(last.said_time)}
        </span>
      </p>
      {last.lines.length > 0 ? (
        <ul className="grid gap-1">
          {last.lines.map(({ line_no, amount }) => (
            <li key={line_no}>
              {line_no} {lineOf(line_no).name}：{formatYen(lineOf(line_no).price)} → 先方 {formatYen(amount)}
              （税抜）
            </li>
          ))}
        </ul>
      ) : null}
      {!agreed && doc.is_payer && doc.cancelled_time === null ? (
        <p className="flex flex-wrap gap-x-6 print:hidden">
          <a href={`/chat/${doc.seller_id}_${doc.buyer_id}`}>チャットで相談する</a>
          <a href={`/accounting/payable/match/line?partner_id=${doc.seller_id}&ym=${doc.ym}`}>
            請求書照合を見る
          </a>
          <span className="text-muted">直すときは、取り消してから作り直します。</span>
        </p>
      ) : null}
    </section>
  );
}
