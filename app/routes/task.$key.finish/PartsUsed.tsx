import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, NumberField } from "~/components/form/fields";
import { formatNumber } from "~/lib/money/decimal";
import type { CardShortages } from "~/lib/stock/allocation.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export const usedValues = ({ parts }: CardShortages) =>
  parts.map(({ product_id }) => ({ product_id: String(product_id), num: "" }));

/** 実際の使用数: what is left empty is by the plan. */
export function PartsUsed({ needs: { parts } }: { needs: CardShortages }) {
  if (parts.length === 0) return null;
  return (
    <FieldSet legend="部品の使用数（予定どおりなら空欄）" columns={3}>
      {parts.map(({ product_id, name, needed, order_unit }, at) => (
        <div key={product_id}>
          <HiddenField name={`used[${at}].product_id`} value={product_id} />
          <NumberField
            name={`used[${at}].num`}
            label={name}
            unit={UNIT_LABEL[order_unit]}
            optional
            help={`残りをすべて完了するときの予定は ${formatNumber(needed)}${UNIT_LABEL[order_unit]} です。`}
          />
        </div>
      ))}
      <p className="col-span-full text-note text-muted">
        この報告で実際に使った数を入れると、予定との差を「過使用」「節約」として記録します。
      </p>
    </FieldSet>
  );
}
