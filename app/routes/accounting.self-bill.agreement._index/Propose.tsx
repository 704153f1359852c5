import type { SubmissionResult } from "@conform-to/dom";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { type AgreementRow, agreementNew } from "~/lib/selfbill/agreement.schema";
import { CONFIRM_FORM_LABEL, CONFIRM_FORMS, USUAL_DAYS } from "~/lib/vocabulary/selfbill";

type Props = { partners: AgreementRow[]; reply?: SubmissionResult<string[]>; idempotency_key: string };

/** The payer's word; the supplier's answer makes it hold. */
export function Propose({ partners, reply, idempotency_key }: Props) {
  return (
    <SchemaForm
      id="propose"
      schema={agreementNew}
      reply={reply}
      idempotency_key={idempotency_key}
      submit="提案する"
      values={{ form: "deemed", days: String(USUAL_DAYS) }}
    >
      <FieldSet legend="支払通知書を請求書の代わりにすることを提案する">
        <SelectField
          name="partner_id"
          label="支払先"
          options={partners.map(({ partner_id, partner_name }) => ({
            value: partner_id,
            label: partner_name,
          }))}
        />
        <RadioField
          name="form"
          label="確認の方法"
          options={CONFIRM_FORMS.map((value) => ({ value, label: CONFIRM_FORM_LABEL[value] }))}
        />
        <NumberField
          name="days"
          label="連絡の期限"
          optional
          unit="日"
          help="送付の翌日から数えます。「期限までに連絡がなければ確認」のときだけ使います。"
        />
      </FieldSet>
    </SchemaForm>
  );
}
