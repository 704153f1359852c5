import type { SubmissionResult } from "@conform-to/dom";
import { AskedField, CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import type { Option } from "~/lib/list/option";
import { formatNumber } from "~/lib/money/decimal";
import { CAUSES } from "~/lib/shop/reason.schema";
import { besideTreatment, type treatmentChoice } from "~/lib/shop/treatment";
import { defecting } from "~/lib/task/work.schema";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TreatmentFields } from "../shared/treatment.fields";

type Props = {
  card: CardRow;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
  back: string;
  returning: string;
  values: { group_id: string; from_counted: string };
  /** Whether pieces were counted already, from which these may be taken off. */
  counted: boolean;
  reasons: Option[];
  treatments: ReturnType<typeof treatmentChoice>;
  workers: Option[];
  steps: Option[];
};

export function DefectForm(props: Props) {
  const { card, reply, idempotency_key, back, returning, values } = props;
  const { counted, reasons, treatments, workers, steps } = props;
  const unit = UNIT_LABEL[card.order_unit];
  return (
    <SchemaForm
      id="defect"
      action={`/task/${card.key}/defect${returning}`}
      schema={defecting}
      version={card.version}
      upload
      idempotency_key={idempotency_key}
      reply={besideTreatment(reply, treatments.name)}
      submit="登録する"
      cancel={back}
      values={values}
    >
      <FieldSet legend={`数量 ${formatNumber(card.num_items)}${unit}のうち`} columns={2}>
        <NumberField name="num" label="不良数" unit={unit} />
        <SelectField name="reason_id" label="不良理由" options={reasons} width="full" />
        <SelectField name="group_id" label="発生工程" options={steps} width="full" />
        <SelectField name="cause" label="原因" optional options={CAUSES} />
        {workers.length > 0 ? (
          <SelectField name="worker_id" label="作業者" optional options={workers} width="full" />
        ) : null}
        {counted ? (
          <CheckField
            name="from_counted"
            label="数えた数から引く"
            help="良品・途中としてもう数えた中から見つかったときに選びます。"
          />
        ) : null}
        <AskedField name="over" label="予定数を超えて登録する" />
      </FieldSet>
      <FieldSet legend="処置">
        <TreatmentFields treatments={treatments} steps={steps} />
      </FieldSet>
      <FieldSet legend="記録">
        <FileField
          name="files"
          label="写真"
          optional
          accept={ACCEPT_IMAGES}
          help="3枚まで。自社だけが見られます。"
        />
        <TextArea name="note" label="メモ" optional rows={2} />
      </FieldSet>
    </SchemaForm>
  );
}
