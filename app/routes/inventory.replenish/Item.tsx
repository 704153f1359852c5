import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, NumberField } from "~/components/form/fields";
import { formatNumber } from "~/lib/money/decimal";
import type { SuggestionRow } from "~/lib/stock/replenish.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export const DISMISS = "dismiss";

type Named = "product_id" | "code" | "name" | "order_unit" | "num" | "supplier_name";
type Row = Pick<SuggestionRow, Named> & { num_threshold: string | null } & Partial<
    Pick<SuggestionRow, "position" | "suggest" | "dismissed_time">
  >;

/** One product: how many, until when, and from whom. */
export function Item({ row, at }: { row: Row; at: number }) {
  return (
    <FieldSet legend={`${row.code} ${row.name}`} columns={2}>
      <p className="col-span-full text-note text-muted tabular-nums">
        現在庫 {formatNumber(row.num)}・しきい値{" "}
        {row.num_threshold === null ? "なし" : formatNumber(row.num_threshold)}
        {row.position === undefined
          ? "・補充は要りません"
          : `・納期までの見込み ${formatNumber(row.position)}`}
      </p>
      <HiddenField name={`items[${at}].product_id`} value={row.product_id} />
      <NumberField name={`items[${at}].num`} label="数量" unit={UNIT_LABEL[row.order_unit]} optional />
      <DateField
        name={`items[${at}].delivery_date`}
        label="納期"
        lean="coming"
        optional
        help="空欄は、調達日数の後の日です。"
      />
      {row.supplier_name ? (
        <CheckField name={`items[${at}].order`} label={`${row.supplier_name}に発注する（外注依頼を送る）`} />
      ) : null}
      {row.suggest && !row.dismissed_time ? (
        <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
          <input type="checkbox" name={DISMISS} value={row.product_id} className="h-4 w-4 accent-accent" />
          見送る（次にしきい値を下回るまで提案しない）
        </label>
      ) : null}
    </FieldSet>
  );
}
