import type { SubmissionResult } from "@conform-to/dom";
import { Button } from "~/components/form/Button";
import { ChecksField } from "~/components/form/ChecksField";
import { AskedField, type Option, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { formatNumber } from "~/lib/money/decimal";
import type { Process } from "~/lib/shop/process.schema";
import { CAUSES, type ReasonRow, type WorkerRow } from "~/lib/shop/worker.schema";
import { finishForm, SHORTAGE_LABEL, SHORTAGES } from "~/lib/task/work.schema";
import { tallyText } from "~/lib/task/work.tally";
import { workerOptions } from "~/lib/task/worker.pick";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

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
};

export function FinishForm({
  card,
  reply,
  idempotency_key,
  back,
  returning,
  num_left,
  num_before,
  next,
  workers,
  at,
  picked,
  reasons,
  treatments,
  steps,
}: Props) {
  const unit = UNIT_LABEL[card.order_unit];
  const own = { num_good: "", num_defective: "", num_partial: "" };
  const typed = (name: keyof typeof own) => (reply ? String(reply.initialValue?.[name] ?? "") : own[name]);
  const tally = { num_items: card.num_items, before: num_before };
  const line = tallyText(tally, {
    num_good: typed("num_good"),
    num_defective: typed("num_defective"),
    num_partial: typed("num_partial"),
  });
  const wrong = reply?.error ?? {};
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
      values={{ ...own, worker_ids: picked, next: onward[0]?.value ?? "stay" }}
    >
      {wrong.shortage ? (
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
      <FieldSet
        legend={`数量 ${formatNumber(card.num_items)}${unit}のうち、この工程の残り ${formatNumber(num_left)}${unit}`}
        columns={3}
      >
        <NumberField
          name="num_good"
          label="良品数"
          unit={unit}
          optional
          help="空けておくと、残りから不良数と途中数を引いた数になります。"
        />
        <NumberField name="num_defective" label="不良数" unit={unit} optional />
        <NumberField
          name="num_partial"
          label="途中数"
          unit={unit}
          optional
          help="まだ終わっていない分です。入れると、カードはこの工程に残ります。"
        />
        <AskedField name="over" label="予定数を超えて登録する" />
        <p className="col-span-full flex flex-wrap items-center gap-4">
          <output
            data-rare
            data-tally={JSON.stringify(tally)}
            className={`font-bold tabular-nums ${line.includes("超え") ? "text-bad" : ""}`}
          >
            {line}
          </output>
          {num_left === "0" ? null : (
            <Button name="all_good" value="on" formNoValidate>
              全数良品で完了（{formatNumber(num_left)}
              {unit}）
            </Button>
          )}
        </p>
      </FieldSet>
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
