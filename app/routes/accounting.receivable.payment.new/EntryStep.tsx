import { Button, LinkButton } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatYen } from "~/lib/money/decimal";
import { type OpenBooksAnswer, paymentNew } from "~/lib/receivable/payment.schema";
import { OpenInvoices } from "../shared/open.invoices";
import { PAYMENT_LINES } from "./lines";
import { Shortfall } from "./Shortfall";
import type { Answer } from "./step";

type Props = {
  open: OpenBooksAnswer;
  chosen: number[];
  today: string;
  /** Of the row of a statement that it is for. */
  bank: { row_date: string; amount: number } | null;
  answer?: Answer;
  idempotency_key: string;
};

/** What came in, by kind, and which 請求書 it is for. */
export function EntryStep({ open, chosen, today, bank, answer, idempotency_key }: Props) {
  const typed = answer?.reply.initialValue;
  const values = typed ?? {
    payment_date: bank?.row_date ?? today,
    lines: [{ kind: "transfer", ...(bank && { amount: String(bank.amount) }) }],
  };
  const free = open.advances.reduce((sum, { left }) => sum + left, 0);
  return (
    <SchemaForm
      id="payment"
      schema={paymentNew}
      reply={answer?.step ? undefined : (answer?.reply as never)}
      values={values}
      cancel="/accounting/receivable/payment"
      wide
      submit="内容を確認する"
      press={{ name: "go", value: "check" }}
      idempotency_key={idempotency_key}
    >
      <input type="hidden" name="buyer_id" value={open.buyer_id} />
      <FieldSet legend={open.buyer_name}>
        <DateField name="payment_date" label="入金日" />
        <Lines name="lines" columns={PAYMENT_LINES} max={20} />
        {open.offset > 0 ? (
          <p className="text-note text-muted">
            この取引先から受け取った期日前の請求書があります。相殺できる額の目安は {formatYen(open.offset)}{" "}
            です。
            <a href={`/accounting/receivable/offset/new?partner_id=${open.buyer_id}`}>相手に相殺を提案する</a>
            と、同意で両社の残高が減ります。ここで方法を「相殺」にするのは、書面で合意したときです。
          </p>
        ) : null}
      </FieldSet>
      <FieldSet legend="充当する請求書">
        {free > 0 ? (
          <p>
            前受が <b className="tabular-nums">{formatYen(free)}</b> あります。
            <LinkButton tone="plain" href={`/accounting/receivable/payment/use?buyer_id=${open.buyer_id}`}>
              前受 {formatYen(free)} を使う
            </LinkButton>
          </p>
        ) : null}
        {open.credits.map(({ key, number, left }) => (
          <p key={key}>
            マイナスの請求書 {number} の残りが <b className="tabular-nums">{formatYen(left)}</b> あります。
            <LinkButton
              tone="plain"
              href={`/accounting/receivable/payment/use?buyer_id=${open.buyer_id}&credit_key=${key}`}
            >
              使う
            </LinkButton>
          </p>
        ))}
        {open.invoices.length === 0 ? (
          <p className="text-muted">残額のある請求書はありません。入ったお金は前受になります。</p>
        ) : (
          <>
            <p className="text-note text-muted">
              選ばず、金額も入れなければ、期日の古い請求書から充当します。選ぶと、その請求書だけに充当します。
            </p>
            <OpenInvoices invoices={open.invoices} typed={typed?.allocations} chosen={chosen} today={today} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button name="go" value="fill">
                古い順に埋める
              </Button>
              <Button name="go" value="look">
                差額を計算する
              </Button>
              <CheckField name="advance" label="どの請求書にも充当しない（前受にする）" />
            </div>
          </>
        )}
        {answer?.plan ? <Shortfall plan={answer.plan} /> : null}
      </FieldSet>
      <TextField name="note" label="備考" optional />
    </SchemaForm>
  );
}
