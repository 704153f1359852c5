import { CheckField, SelectField } from "~/components/form/choices";
import { NumberField } from "~/components/form/fields";
import { MONTH_OPTIONS } from "~/lib/partner/collaboration";
import { BANK_SHIFT_OPTIONS } from "~/lib/time/bankday";

/** When a period closes and when it is paid. */
export function PeriodFields() {
  return (
    <>
      <CheckField name="is_payment_last_date" label="月末締め" />
      <NumberField
        name="payment_date"
        label="締め日"
        optional
        unit="日"
        help="月末締めのときは空で構いません。"
      />
      <SelectField name="pay_month" label="支払月" options={MONTH_OPTIONS} width="short" />
      <NumberField name="pay_day" label="支払日" unit="日" help="31は月末です。" />
      <SelectField
        name="bank_shift"
        label="支払日が銀行休業日のとき"
        options={BANK_SHIFT_OPTIONS}
        width="short"
        help="書面で合意したものを選びます。"
      />
    </>
  );
}
