import type { SubmissionResult } from "@conform-to/dom";
import type { ReactNode } from "react";
import { DateField, NumberField, TextArea, TextField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { quoteCancel, quoteExtension, quoteInner } from "~/lib/quote/quote.schema";

type Reply = SubmissionResult<string[]> | null;
/** `act`: whose form it was that was refused; a field that was left empty is in no reply. */
type Props = { found: QuoteDetail; act: string | null; reply?: Reply };

const Fold = ({
  label,
  tone,
  open,
  children,
}: {
  label: string;
  tone?: string;
  open: boolean;
  children: ReactNode;
}) => (
  <details open={open} className="max-w-[720px] rounded border border-line bg-surface print:hidden">
    <summary className={`flex min-h-11 items-center px-4 ${tone ?? "font-bold text-accent"}`}>
      {label}
    </summary>
    <div className="border-t border-line p-4">{children}</div>
  </details>
);

/** What the buyer does with the whole of it: 催促, 延長, 締切, 取消, and its inner notes. */
export function Acts({ found, act, reply }: Props) {
  const at = `/order/product/${found.key}`;
  const of = (one: string) => (act === one && reply ? reply : undefined);
  const key = (one: string) => `quote.${one}.${found.key}.${found.version}`;
  const running = found.sent_time !== null && found.cancelled_time === null;
  const dated = running && found.deadline !== null;
  return (
    <>
      {dated ? (
        <div className="flex flex-wrap gap-2 print:hidden">
          {found.closed_time === null ? (
            <>
              {found.parts.every((part) => part.num_answers > 0 || part.declined_time !== null) ? null : (
                <OneTap action={`${at}?act=remind`} fields={{}}>
                  未回答の依頼先に催促する
                </OneTap>
              )}
              <OneTap
                action={`${at}?act=close`}
                fields={{ version: found.version, idempotency_key: key("close") }}
              >
                締め切る
              </OneTap>
            </>
          ) : null}
        </div>
      ) : null}
      {dated ? (
        <Fold label="回答期限を延ばす" open={Boolean(of("extend"))}>
          <SchemaForm
            id="extend"
            schema={quoteExtension}
            action={`${at}?act=extend`}
            reply={of("extend")}
            version={found.version}
            idempotency_key={key("extend")}
            submit="延長して知らせる"
          >
            {found.is_sealed && !found.is_shut && found.parts.some((part) => part.num_answers > 0) ? (
              <p>開封済みです。延長しても閉じません。これから届く回答も、届いたときから見えます。</p>
            ) : null}
            <DateField name="deadline" label={L.deadline} lean="coming" />
          </SchemaForm>
        </Fold>
      ) : null}
      <Fold label="社内だけの記録" open={Boolean(of("inner"))}>
        <SchemaForm
          id="inner"
          schema={quoteInner}
          action={`${at}?act=inner`}
          reply={of("inner")}
          version={found.inner_version}
          values={{ memo: found.memo ?? "", target_price: found.target_price ?? "" }}
          submit="保存"
          tone="secondary"
        >
          <TextArea name="memo" label={L.memo} optional help="依頼先には伝わりません。" />
          <NumberField name="target_price" label={L.target_price} optional unit="円" />
        </SchemaForm>
      </Fold>
      {found.cancelled_time === null && !found.is_offer && found.awards.length === 0 ? (
        <Fold
          label={running ? "見積依頼を取り消す" : "下書きを破棄する"}
          tone="text-bad"
          open={Boolean(of("cancel"))}
        >
          <SchemaForm
            id="cancel"
            schema={quoteCancel}
            action={`${at}?act=cancel`}
            reply={of("cancel")}
            version={found.version}
            idempotency_key={key("cancel")}
            values={running ? {} : { reason: "下書きの破棄" }}
            submit={running ? "取り消す" : "破棄する"}
            tone="danger"
          >
            <TextField
              name="reason"
              label="取消の理由"
              help={running ? "依頼先に伝わります。" : "依頼先には伝わりません。"}
            />
          </SchemaForm>
        </Fold>
      ) : null}
    </>
  );
}
