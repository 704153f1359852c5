import type { SubmissionResult } from "@conform-to/dom";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { daysInput, numbersInput, type BoardMeta } from "~/lib/setting/meta.schema";

type Props = { meta: BoardMeta; reply?: SubmissionResult<string[]> };

export function Days({ meta, reply }: Props) {
  return (
    <SchemaForm id="days" action="/setting/meta?tab=days" schema={daysInput} reply={reply} version={meta.version} submit="保存"
      values={{ stall_days: String(meta.stall_days), warn_days: String(meta.warn_days) }}>
      <FieldSet legend="停滞日数・警告日数" columns={2}>
        <NumberField name="stall_days" label="停滞とみなす日数" unit="日" help="同じ工程にこの営業日数より長くあるカードを「停滞」にします。" />
        <NumberField name="warn_days" label="納期の警告" unit="日前" help="納期のこの日数前から色で知らせます。" />
      </FieldSet>
    </SchemaForm>
  );
}

export function Numbers({ meta, reply }: Props) {
  return (
    <SchemaForm id="numbers" action="/setting/meta?tab=number" schema={numbersInput} reply={reply} version={meta.version} submit="保存"
      values={{ next_card: String(meta.next_card) }}>
      <FieldSet legend="カード番号">
        <NumberField name="next_card" label="次のカード番号" help="今より大きい番号から続けられます。使った番号は二度使えません。分割した枝は「1234-1」のように付きます。" />
      </FieldSet>
    </SchemaForm>
  );
}
