import { formatNumber, formatYen } from "~/lib/money/decimal";
import { PAYABLE } from "~/lib/payable/debt.list";
import { linesHref } from "~/lib/payable/match.list";
import type { UndeliveredReceipt } from "~/lib/selfbill/selfbill.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  receipts: UndeliveredReceipt[];
  room: string;
  partner_id: string;
  ym: number;
  /** Who only orders has no 照合 and enters no papers. */
  books: boolean;
};

/** Received, and the supplier's 納品書 has not come: asked for with the card beside it. */
export function Undelivered({ receipts, room, partner_id, ym, books }: Props) {
  if (receipts.length === 0) return null;
  const total = receipts.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <section
      aria-label="納品書のない受入"
      className="grid gap-2 rounded border border-warn bg-warn-soft px-4 py-3"
    >
      <h2 className="text-base font-bold">
        納品書のない受入 {receipts.length}件 {formatYen(total)}（税抜）
      </h2>
      <p>受け入れましたが、納品書がまだ届いていないため載せられません。届くと、上の明細に出ます。</p>
      {books ? (
        <p>
          それまでも、受入の数と注文の単価で<a href={linesHref({ partner_id, ym })}>照合</a>
          の当方に入っていて、未請求として残高に数えています。紙の請求書で届いたときは、
          <a href={`${PAYABLE}/bill/new?${new URLSearchParams({ partner_id })}`}>請求書を計上</a>
          してください。
        </p>
      ) : null}
      <ul className="grid gap-1">
        {receipts.map(({ card_key, card_id, name, date, num_units, unit, amount }) => (
          <li key={card_key}>
            {formatDate(date)} {card_id} {name} {formatNumber(num_units)}
            {unit && UNIT_LABEL[unit]} {formatYen(amount)}{" "}
            <a href={`/chat/${room}?task=${card_key}`}>チャットで納品書を頼む</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
