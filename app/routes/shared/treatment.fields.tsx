import { CheckField, RadioField, SelectField } from "~/components/form/choices";
import type { Option } from "~/lib/list/option";
import type { treatmentChoice } from "~/lib/shop/treatment";

/** What becomes of pieces with a defect, when it is registered or later. */
export function TreatmentFields({
  treatments,
  steps,
}: {
  treatments: ReturnType<typeof treatmentChoice>;
  steps: Option[];
}) {
  return (
    <>
      <RadioField
        {...treatments}
        label="処置"
        optional={false}
        help="手直し・再製作は、その数のカードを作ります。廃棄は記録だけです。特採はそのまま使い、不良に数えません。"
      />
      <SelectField name="rework_group_id" label="手直し・再製作を始める工程" optional options={steps} />
      <CheckField
        name="is_billing_target"
        label="手直し・再製作を請求対象にする"
        help="入れないときは単価0円、請求対象外になります。"
      />
    </>
  );
}
