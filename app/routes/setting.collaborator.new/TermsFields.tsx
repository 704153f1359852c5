import { CheckField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { FEE_BEARER_LABEL, INVOICE_BASIS_LABEL } from "~/lib/partner/collaboration";
import type { termsPreview } from "~/lib/partner/terms.preview";
import { PAYMENT_METHOD_OPTIONS } from "~/lib/vocabulary/maturity";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { OVER_BILL_LABEL, REST_BASE_LABEL } from "~/lib/vocabulary/tolerance";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { MaturityFields } from "./MaturityFields";
import { PeriodFields } from "./PeriodFields";
import { TermsExample } from "./TermsExample";

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const ROUNDINGS = options(ROUNDING_LABEL);

/**
 * What two companies agree on, with the period that runs today and the 60 days (R2-5). `check` is the page
 * that shows the example anew.
 */
export function TermsFields({ preview, check }: { preview: ReturnType<typeof termsPreview>; check: string }) {
  return (
    <>
      <FieldSet legend="締め・支払" columns={2}>
        <PeriodFields />
        <SelectField name="payment_method" label="支払方法" options={PAYMENT_METHOD_OPTIONS} />
        <MaturityFields />
        <TermsExample example={preview} check={check} />
        <RadioField
          name="toriteki"
          label="取適法"
          options={options(TORITEKI_LABEL)}
          help="資本金と従業員数から、対象かどうかを人が判定して選びます。"
        />
        <RadioField
          name="fee_bearer"
          label="振込手数料"
          options={options(FEE_BEARER_LABEL)}
          help="取適法の対象では、代金から差し引けません。"
        />
      </FieldSet>
      <div className="grid gap-4">
        <FieldSet legend="書類" columns={2}>
          <RadioField name="invoice_basis" label="請求書の作り方" options={options(INVOICE_BASIS_LABEL)} />
          <CheckField name="show_carry_over" label="請求書に前回からの繰越を載せる" />
          <RadioField name="amount_rounding" label="金額の端数" options={ROUNDINGS} />
          <RadioField name="tax_rounding" label="消費税の端数" options={ROUNDINGS} />
        </FieldSet>
        <FieldSet legend="納品数の許容差" columns={2}>
          <NumberField
            name="over_pct"
            label="超過の許容差"
            optional
            unit="%"
            help="依頼された明細を、分納の合計で、注文数より何%まで多く納品できるか。個とセットは端数を切り捨てます。"
          />
          <NumberField
            name="under_pct"
            label="不足の許容差"
            optional
            unit="%"
            help="残りがこの割合までなら、納品書の作成で「完納とする」を選べます。"
          />
          <RadioField name="over_bill" label="注文数を超えた分" options={options(OVER_BILL_LABEL)} />
          <RadioField name="rest_base" label="注文残の数え方" options={options(REST_BASE_LABEL)} />
        </FieldSet>
      </div>
    </>
  );
}
