import { useField } from "@conform-to/react";
import { SelectField } from "~/components/form/choices";
import { NumberField } from "~/components/form/fields";
import { MATURITY_UNIT_OPTIONS } from "~/lib/vocabulary/maturity";

/** When a claim is cash, counted from the day of payment (R2-7): folded away while nothing is paid by one. */
export function MaturityFields() {
  const [method] = useField<string>("payment_method");
  const [maturity] = useField<string>("maturity");
  const asked = !["transfer", undefined, ""].includes(method.initialValue) || maturity.errors !== undefined;
  return (
    <details open={asked} className="rounded border border-line px-4">
      <summary className="flex min-h-11 items-center font-bold text-accent">満期（振込でないとき）</summary>
      <div className="grid gap-4 pb-4">
        <NumberField
          name="maturity"
          label="満期"
          optional
          help="振込でないとき。支払日の当日に現金になるなら0です。"
        />
        <SelectField name="maturity_unit" label="満期の数え方" optional options={MATURITY_UNIT_OPTIONS} />
      </div>
    </details>
  );
}
