import type { SubmissionResult } from "@conform-to/dom";
import { Button } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, HiddenField, NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KINDS_HELP } from "~/lib/file/file";
import { filing } from "~/lib/file/file.schema";
import { ACCEPT } from "~/lib/file/limit";
import { formatNumber } from "~/lib/money/decimal";
import { priceFor } from "~/lib/product/product";
import { answerInput } from "~/lib/quote/answer.schema";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import type { Received } from "~/lib/quote/quote.row.schema";
import { formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { FileLinks } from "~/routes/order.product.$key._index/facts";
import { AnswerHead } from "../setting.product.quote.new/AnswerHead";

type Props = {
  found: Received;
  values: Record<string, unknown>;
  reply?: SubmissionResult<string[]> | null;
  idempotency_key: string;
  filled?: string;
};

/** Enter saves the draft; sending is a button of its own. */
export function AnswerForm({ found, values, reply, idempotency_key, filled }: Props) {
  const last = found.answers[0]?.version ?? 0;
  const unit = UNIT_LABEL[found.order_unit];
  return (
    <>
      <h2>{last > 0 ? `第${last + 1}版の見積` : "見積の回答"}</h2>
      {found.draft_saved ? (
        <p className="text-note text-muted">
          下書き：{formatDateTime(found.draft_saved.at)} {found.draft_saved.by}
        </p>
      ) : null}
      <SchemaForm
        id="answer"
        schema={answerInput}
        reply={reply}
        values={values}
        version={found.draft_version}
        idempotency_key={idempotency_key}
        submit="下書きを保存"
        press={{ name: "step", value: "save" }}
        final={{
          name: "step",
          value: "send",
          label: "見積を送信する",
          note: "送信後は、この版は変わりません",
        }}
        cancel="/setting/product/quote"
      >
        <HiddenField name="last" value={last} />
        <p className="text-note text-muted">
          金額はすべて税抜で入力します。税込の金額は、税抜に直してください。単価を空欄にした数量は「要相談」になります。
        </p>
        {found.before.length > 0 ? (
          <p className="flex flex-wrap items-center gap-2">
            <Button name="step" value="prices" formNoValidate tone="plain">
              前回単価を入れる
            </Button>
            {filled ? <span role="status">{filled}</span> : null}
          </p>
        ) : null}
        {found.quantities.map((quantity, index) => {
          const before = priceFor(found.before, quantity);
          return (
            <FieldSet key={quantity} legend={`${formatNumber(quantity)}${unit}`} columns={3}>
              <HiddenField name={`lines[${index}].quantity`} value={quantity} />
              <NumberField
                name={`lines[${index}].unit_price`}
                label={L.unit_price}
                optional
                unit={`円/${UNIT_LABEL[found.unit]}`}
                help={before === null ? undefined : `前回の単価 ${formatNumber(before)}円`}
              />
              <NumberField name={`lines[${index}].lead_days`} label={L.lead_days} optional unit="営業日" />
              <NumberField name={`lines[${index}].shipping`} label={L.shipping} optional unit="円" />
            </FieldSet>
          );
        })}
        <AnswerHead />
        <p
          data-rare
          data-keep={`/setting/product/quote/${found.key}/draft`}
          role="status"
          className="text-note text-muted"
        />
      </SchemaForm>
      <details
        open={found.draft_files.length > 0}
        className="max-w-[720px] rounded border border-line bg-surface px-4 print:hidden"
      >
        <summary className="flex min-h-11 items-center font-bold text-accent">
          資料を付ける（{found.draft_files.length}件）
        </summary>
        <div className="grid gap-2 pb-4">
          <p className="text-note text-muted">
            先に下書きを保存してください。資料は、見積を送信するまで依頼元に見えません。
          </p>
          <FileLinks files={found.draft_files} />
          <SchemaForm
            id="files"
            schema={filing}
            action={`/setting/product/quote/${found.key}/files`}
            submit="付ける"
            tone="secondary"
            upload
            idempotency_key={`answer.files.${found.key}.${last}.${found.draft_files.length}`}
          >
            <FileField
              name="files"
              label="ファイル"
              accept={ACCEPT}
              empty="ファイルを選択してください"
              help={KINDS_HELP}
            />
          </SchemaForm>
        </div>
      </details>
    </>
  );
}
