import { useField } from "@conform-to/react";
import { CheckField, SelectField } from "~/components/form/choices";
import { FileField, HiddenField, NumberField, TextArea } from "~/components/form/fields";
import type { InspectionSheet } from "~/lib/accounting/inspection.schema";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { formatNumber } from "~/lib/money/decimal";
import { LINE_UNIT_LABEL } from "~/lib/vocabulary/document";
import { CAUSE_OPTIONS, TREATMENT_OPTIONS } from "~/lib/vocabulary/inspection";

type Line = InspectionSheet["lines"][number];

const whenRejected = (label: string) => `${label}（不合格のときは必須）`;

/** Of one line; what is left empty is accepted. */
export function LineFields({ line, index }: { line: Line; index: number }) {
  const name = (field: string) => `lines[${index}].${field}`;
  const [rejected] = useField<string>(name("num_rejected"));
  const [treatment] = useField<string>(name("treatment"));
  const unit = LINE_UNIT_LABEL[line.order_unit];
  const open = Boolean(rejected.initialValue || treatment.errors);
  return (
    <fieldset className="min-w-0 rounded border border-line bg-surface p-4">
      <legend className="float-left mb-2 w-full">
        <b className="text-section">{line.name}</b>
        <span className="block text-note text-muted">
          {[line.order_id, line.drawing_no, line.card_id && `カード ${line.card_id}`]
            .filter(Boolean)
            .join("・")}
        </span>
      </legend>
      <HiddenField name={name("line_no")} value={line.line_no} />
      <p className="clear-both mb-2 tabular-nums">
        納品 {formatNumber(line.num_items)}
        {unit}・<b>検収待ち {formatNumber(line.num_pending)}</b>
        {unit}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <NumberField name={name("num_accepted")} label="合格" unit={unit} large optional either />
        <NumberField name={name("num_rejected")} label="不合格" unit={unit} large optional either />
      </div>
      <details open={open} className="mt-2">
        <summary className="cursor-pointer py-2 text-accent">不合格のとき：処置・原因・内容・写真</summary>
        <div className="grid gap-3">
          <SelectField
            name={name("treatment")}
            label={whenRejected("処置")}
            optional
            either
            options={TREATMENT_OPTIONS}
            width="full"
          />
          <SelectField
            name={name("cause")}
            label={whenRejected("原因")}
            optional
            either
            options={CAUSE_OPTIONS}
            width="full"
          />
          <NumberField name={name("unit_price")} label="特採の単価（特採のときだけ）" optional unit="円" />
          <TextArea name={name("words")} label={whenRejected("内容")} optional either rows={2} />
          <FileField
            name={`shots_${line.line_no}`}
            label="写真を撮る"
            optional
            multiple={false}
            camera
            accept={ACCEPT_IMAGES}
          />
          <FileField
            name={`photos_${line.line_no}`}
            label="撮ってある写真"
            optional
            accept={ACCEPT_IMAGES}
            help="何枚でも選べます（全部の明細で24枚まで）。お相手にもすぐ見えます。"
          />
        </div>
      </details>
      <CheckField name={name("skip")} label="この明細は、まだ検収しない" />
    </fieldset>
  );
}
