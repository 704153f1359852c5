import { SelectField } from "~/components/form/choices";
import { NumberField } from "~/components/form/fields";
import { MATURITY_UNIT_OPTIONS } from "~/lib/vocabulary/maturity";

/** When a claim is cash, counted from the day of payment (R2-7). */
export function MaturityFields() {
  return (
    <>
      <NumberField
        name="maturity"
        label="満期"
        optional
        help="振込でないとき。支払日の当日に現金になるなら0です。"
      />
      <SelectField name="maturity_unit" label="満期の数え方" optional options={MATURITY_UNIT_OPTIONS} />
    </>
  );
}
