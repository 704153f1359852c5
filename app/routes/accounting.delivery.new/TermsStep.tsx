import { Button } from "~/components/form/Button";
import { AskedField, CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextArea, TextField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import {
  CLOSE_CAUSE_LABEL,
  CLOSE_CAUSES,
  deliveryNew,
  GROUPING_LABEL,
  GROUPINGS,
} from "~/lib/accounting/delivery.schema";
import { EXTRAS } from "./extras";
import { Carry, SaveDraft } from "./Steps";
import { chosen, FIRST_TERMS, type StepProps } from "./step";

const DRAWN = [
  "delivery_date",
  "close_cause",
  "close_reason",
  "unusual_date",
  "negative",
  "grouping",
  "extras",
  "show_amounts",
  "with_receipt",
  "note",
];

/** 2 まとめ方: date, how the cards become notes, extra lines, and what is printed. */
export function TermsStep({
  answer,
  idempotency_key,
  today,
  buyer,
}: StepProps & { today: string; buyer: string }) {
  const typed = answer!.reply.initialValue ?? {};
  const values =
    typed.delivery_date === undefined ? { ...FIRST_TERMS, ...typed, delivery_date: today } : typed;
  return (
    <SchemaForm
      id="terms"
      schema={deliveryNew}
      reply={answer!.step ? undefined : (answer!.reply as never)}
      values={values}
      submit="内容を確認する"
      cancel="/accounting/delivery"
      wide
      idempotency_key={idempotency_key}
    >
      <Carry typed={typed} drawn={DRAWN} step="terms" />
      <p className="flex flex-wrap items-center gap-x-4">
        {chosen(typed).length === 0 ? (
          <span>
            <b>{buyer}</b> カードなし（送料・返品など）
          </span>
        ) : (
          <span>
            {buyer ? (
              <>
                <b>{buyer}</b> の
              </>
            ) : null}
            カード <b className="tabular-nums">{chosen(typed).length}</b>枚
          </span>
        )}
        <Button name="go" value="lines" formNoValidate tone="plain">
          カードを選び直す
        </Button>
        <SaveDraft />
      </p>
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <FieldSet legend="まとめ方">
          <DateField name="delivery_date" label="納品日" />
          <AskedField name="unusual_date" label="この納品日で発行する" />
          <RadioField
            name="grouping"
            label="納品書の単位"
            options={GROUPINGS.map((value) => ({ value, label: GROUPING_LABEL[value] }))}
          />
        </FieldSet>
        <FieldSet legend="印字">
          <div className="flex flex-wrap gap-x-6">
            <CheckField name="show_amounts" label="単価・金額を印字する" />
            <CheckField name="with_receipt" label="受領書を付ける" />
          </div>
          <TextArea name="note" label="備考" optional rows={2} />
        </FieldSet>
      </div>
      {chosen(typed).some((line) => line.closes) ? (
        <FieldSet legend="残りの打切">
          <p className="text-note text-muted">
            打切にした残りは未納品から外れ、注文残にもなりません。理由は納品書の備考に印字します。納品書が請求されるまでは取り消せます。
          </p>
          <RadioField
            name="close_cause"
            label="打切の都合"
            optional={false}
            options={CLOSE_CAUSES.map((value) => ({ value, label: CLOSE_CAUSE_LABEL[value] }))}
          />
          <TextField name="close_reason" label="打切の理由" optional={false} />
        </FieldSet>
      ) : null}
      <FieldSet legend="伝票項目">
        <p className="text-note text-muted">
          送料・梱包費・値引などを足せます。値引は単価をマイナスで入力します。返品は数量と単価をそのまま入力すると、マイナスの行になります
          （元の納品書番号か元の納品日が要ります）。何枚かに分かれるときは、1枚目の納品書に載ります。
        </p>
        <Lines name="extras" columns={EXTRAS} min={0} max={20} />
        <AskedField name="negative" label="マイナスの納品書を発行する" />
      </FieldSet>
    </SchemaForm>
  );
}
