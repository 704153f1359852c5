import type { SubmissionResult } from "@conform-to/dom";
import { DateField, HiddenField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { renewal, withdrawal } from "~/lib/quote/answer.schema";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import type { QuoteAnswer, Received } from "~/lib/quote/quote.row.schema";
import { addDays, formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { FileLinks } from "~/routes/order.product.$key._index/facts";

type Props = { found: Received; day: string; reply?: SubmissionResult<string[]> | null };

/** What was sent, the newest first; each stays as it was. */
export function Earlier({ found, day, reply }: Props) {
  const live = found.answers.find((one) => one.is_live);
  const may_change = found.awards.length === 0 && !["cancelled", "passed"].includes(found.status);
  return (
    <>
      {found.answers.map((answer) => (
        <section key={answer.key} className="grid gap-2 rounded border border-line bg-surface p-4">
          <h2 className="flex flex-wrap items-center gap-x-3">
            {answer === live ? `第${answer.version}版` : <s className="text-muted">第{answer.version}版</s>}
            {found.awards.some((one) => one.answer_key === answer.key) ? <Chip tone="good">採用</Chip> : null}
            {answer.withdrawn_time ? <Chip>取り下げ</Chip> : null}
            {answer.is_late ? <Chip tone="warn">期限後</Chip> : null}
            {answer.is_expired && answer === live ? <Chip tone="bad">有効期限切れ</Chip> : null}
            <a
              href={`/setting/product/quote/${found.key}/print?answer=${answer.key}`}
              className="text-note text-accent print:hidden"
            >
              見積書を印刷
            </a>
          </h2>
          <Sent found={found} answer={answer} />
        </section>
      ))}
      {live && may_change ? (
        <Changes live={live} may_renew={found.may_renew} day={day} reply={reply} />
      ) : null}
    </>
  );
}

function Sent({ found, answer }: { found: Received; answer: QuoteAnswer }) {
  const unit = UNIT_LABEL[found.order_unit];
  return (
    <>
      <p className="text-note text-muted">
        {formatDateTime(answer.sent_time)} {answer.person}・有効期限 {formatDate(answer.valid_until)}
        {answer.tooling > 0 ? `・型・治具代 ${formatYen(answer.tooling)}` : ""}
        {answer.other > 0 ? `・そのほか ${formatYen(answer.other)}` : ""}
      </p>
      <ul className="tabular-nums">
        {answer.lines.map((line) => (
          <li key={line.quantity}>
            {formatNumber(line.quantity)}
            {unit}：{formatNumber(line.unit_price)}円/{UNIT_LABEL[found.unit]}・{formatNumber(line.lead_days)}
            営業日
            {line.shipping > 0 ? `・送料 ${formatYen(line.shipping)}` : ""}
          </li>
        ))}
      </ul>
      {answer.comment ? <p className="whitespace-pre-wrap">{answer.comment}</p> : null}
      {answer.files.length > 0 ? <FileLinks files={answer.files} /> : null}
    </>
  );
}

type ChangesProps = Omit<Props, "found"> & { live: QuoteAnswer; may_renew: boolean };

function Changes({ live, may_renew, day, reply }: ChangesProps) {
  const step = reply?.initialValue?.step;
  const key = (act: string) => `quote.${act}.${live.key}`;
  const look = "max-w-[720px] rounded border border-line bg-surface px-4 print:hidden";
  return (
    <>
      {may_renew ? (
        <details open={live.is_expired || step === "renew"} className={look}>
          <summary className="flex min-h-11 items-center font-bold text-accent">
            この条件で有効期限を延ばす
          </summary>
          <div className="pb-4">
            <SchemaForm
              id="renew"
              schema={renewal}
              reply={step === "renew" ? reply : undefined}
              values={{ valid_until: addDays(live.valid_until < day ? day : live.valid_until, 30) }}
              idempotency_key={key("renew")}
              press={{ name: "step", value: "renew" }}
              submit="この条件で延長"
            >
              <HiddenField name="answer_key" value={live.key} />
              <DateField name="valid_until" label={L.valid_until} lean="coming" />
            </SchemaForm>
          </div>
        </details>
      ) : null}
      <details open={step === "withdraw"} className={look}>
        <summary className="flex min-h-11 items-center text-bad">見積を取り下げる</summary>
        <div className="pb-4">
          <SchemaForm
            id="withdraw"
            schema={withdrawal}
            reply={step === "withdraw" ? reply : undefined}
            idempotency_key={key("withdraw")}
            press={{ name: "step", value: "withdraw" }}
            submit="取り下げる"
            tone="danger"
          >
            <HiddenField name="answer_key" value={live.key} />
            <TextField
              name="words"
              label={L.words}
              optional
              help="取り下げる理由など。依頼元に伝わります。"
            />
          </SchemaForm>
        </div>
      </details>
    </>
  );
}
