import type { SubmissionResult } from "@conform-to/dom";
import { ChecksField } from "~/components/form/ChecksField";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import type { Option } from "~/lib/list/option";
import type { Process } from "~/lib/shop/process.schema";
import type { ReasonRow } from "~/lib/shop/reason.schema";
import type { RecordItem } from "~/lib/shop/record.schema";
import type { WorkerRow } from "~/lib/shop/worker.schema";
import type { CardShortages } from "~/lib/stock/allocation.schema";
import { finishForm, SHORTAGE_LABEL, SHORTAGES } from "~/lib/task/work.schema";
import { workerOptions } from "~/lib/task/worker.pick";
import type { CardRow } from "~/lib/vocabulary/card.schema";
import { Counts, NO_COUNTS } from "./Counts";
import { Defects } from "./Defects";
import { Measures, measureValues } from "./Measures";
import { PartsUsed, usedValues } from "./PartsUsed";

type Props = {
  card: CardRow;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
  back: string;
  returning: string;
  num_left: string;
  num_before: string;
  next: Pick<Process, "label" | "role"> | null;
  workers: WorkerRow[];
  at: number[];
  picked: string[];
  reasons: ReasonRow[];
  treatments: { name: string; options: Option[] };
  steps: Option[];
  /** Its good ones are counted here, and use their parts. */
  last: boolean;
  needs: CardShortages;
  items: RecordItem[];
};

export function FinishForm(props: Props) {
  const { card, reply, idempotency_key, back, returning, num_left, num_before } = props;
  const { next, workers, at, picked, reasons, treatments, steps } = props;
  const people = workerOptions(at.length > 0 ? workers.filter((one) => at.includes(one.worker_id)) : workers);
  const onward = !next
    ? []
    : next.role !== "outsource"
      ? [{ value: "next", label: `次の工程へ進める（${next.label}）` }]
      : [
          { value: "partner", label: `次の画面で協力会社を選んで「${next.label}」に出す` },
          { value: "inside", label: `協力会社に頼まずに「${next.label}」へ進める` },
        ];
  return (
    <SchemaForm
      id="finish"
      action={`/task/${card.key}/finish${returning}`}
      schema={finishForm}
      reply={reply}
      version={card.version}
      idempotency_key={idempotency_key}
      submit="完了する"
      cancel={back}
      upload
      values={{
        ...NO_COUNTS,
        used: usedValues(props.needs),
        values: measureValues(props.items),
        worker_ids: picked,
        next: onward[0]?.value ?? "stay",
      }}
    >
      {reply?.error?.shortage ? (
        <FieldSet legend="残りをどうしますか">
          <RadioField
            name="shortage"
            label="数量が足りません"
            optional
            either
            options={SHORTAGES.map((value) => ({ value, label: SHORTAGE_LABEL[value] }))}
            help="数量を直すときは、選ばずに下の数を直してください。"
          />
        </FieldSet>
      ) : null}
      <Counts card={card} reply={reply} num_left={num_left} num_before={num_before} />
      <Measures items={props.items} />
      {props.last ? <PartsUsed needs={props.needs} /> : null}
      <Defects reasons={reasons} treatments={treatments} steps={steps} />
      <FieldSet legend="作業者とこのあと">
        {people.length > 0 ? (
          <ChecksField
            name="worker_ids"
            label={at.length > 0 ? "だれが終わりますか" : "だれが作業しましたか"}
            optional
            options={people}
            help={
              at.length > 0
                ? "選ばないときは全員です。数量がそろえば、残りの人の作業も終わります。"
                : "着手していなくても完了できます。時刻は記録されません。"
            }
          />
        ) : null}
        <RadioField
          name="next"
          label="完了したあと"
          optional
          options={[...onward, { value: "stay", label: `「${card.status}」に残す` }]}
        />
        <TextArea name="note" label="メモ" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
      </FieldSet>
    </SchemaForm>
  );
}
