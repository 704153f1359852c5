import type { SubmissionResult } from "@conform-to/dom";
import { ChecksField } from "~/components/form/ChecksField";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { stayText } from "~/lib/scan/station";
import { type BoardMeta, daysInput, numbersInput, unitsInput } from "~/lib/shop/meta.schema";
import { UNIT_LABEL, unit } from "~/lib/vocabulary/card.schema";
import { STAYS } from "~/lib/vocabulary/scan";

const STAY_OPTIONS = STAYS.map((one) => ({ value: String(one), label: stayText(one) }));
type Props = { meta: BoardMeta; reply?: SubmissionResult<string[]> };

export function Days({ meta, reply }: Props) {
  return (
    <SchemaForm
      id="days"
      action="/setting/meta?tab=days"
      schema={daysInput}
      reply={reply}
      version={meta.version}
      submit="保存"
      values={{
        stall_days: String(meta.stall_days),
        warn_days: String(meta.warn_days),
        scan_stay: String(meta.scan_stay),
      }}
    >
      <FieldSet legend="停滞日数・警告日数" columns={2}>
        <NumberField
          name="stall_days"
          label="停滞とみなす日数"
          unit="日"
          help="同じ工程にこの営業日数より長くあるカードを「停滞」にします。"
        />
        <NumberField
          name="warn_days"
          label="納期の警告"
          unit="日前"
          help="納期のこの日数前から色で知らせます。"
        />
        <SelectField
          name="scan_stay"
          label="作業者を覚える時間"
          options={STAY_OPTIONS}
          help="スキャン画面で選んだ作業者が残る時間です。端末ごとに変えることもできます。共用の端末には「1回ごと」が向きます。"
        />
      </FieldSet>
    </SchemaForm>
  );
}

const UNITS = unit.options.map((value) => ({ value, label: UNIT_LABEL[value] }));

export function Units({ meta, reply }: Props) {
  return (
    <SchemaForm
      id="units"
      action="/setting/meta?tab=unit"
      schema={unitsInput}
      reply={reply}
      version={meta.version}
      submit="保存"
      values={{ units: meta.units, first: meta.units[0] }}
    >
      <FieldSet legend="単位">
        <ChecksField
          name="units"
          label="使う単位"
          options={UNITS}
          help="商品マスタとカードの入力で選べる単位です。使わない単位を外しても、これまでのカードと書類は変わりません。"
        />
        <RadioField
          name="first"
          label="はじめに出す単位"
          options={UNITS}
          help="新しい商品では、この単位が選ばれています。"
        />
        <p className="text-note text-muted">
          個とkgは商品の「単重」で、セットは「1セットの個数」で換算します。
        </p>
      </FieldSet>
    </SchemaForm>
  );
}

export function Numbers({ meta, reply }: Props) {
  return (
    <SchemaForm
      id="numbers"
      action="/setting/meta?tab=number"
      schema={numbersInput}
      reply={reply}
      version={meta.version}
      submit="保存"
      values={{ next_card: String(meta.next_card) }}
    >
      <FieldSet legend="カード番号">
        <NumberField
          name="next_card"
          label="次のカード番号"
          help="今より大きい番号から続けられます。使った番号は二度使えません。分割した枝は「1234-1」のように付きます。"
        />
      </FieldSet>
    </SchemaForm>
  );
}
