import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField } from "~/components/form/fields";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import type { Option } from "~/lib/list/option";
import { CAUSES, type ReasonRow } from "~/lib/shop/reason.schema";

type Props = {
  reasons: ReasonRow[];
  treatments: { name: string; options: Option[] };
  steps: Option[];
};

export function Defects({ reasons, treatments, steps }: Props) {
  return (
    <FieldSet legend="不良があるとき" columns={3}>
      <SelectField
        name="reason_id"
        label="不良理由"
        optional
        either
        help="不良数を入れたときは選びます。"
        options={reasons.map((one) => ({ value: String(one.reason_id), label: one.label }))}
        width="full"
      />
      <SelectField
        {...treatments}
        label="処置"
        optional
        width="full"
        help="手直し・再製作を選ぶと、その分のカードを作ります。"
      />
      <SelectField name="cause" label="原因" optional options={CAUSES} width="full" />
      <SelectField name="rework_group_id" label="手直しの工程" optional options={steps} width="full" />
      <FileField
        name="files"
        label="写真"
        optional
        accept={ACCEPT_IMAGES}
        help="3枚まで。自社だけが見られます。"
      />
    </FieldSet>
  );
}
