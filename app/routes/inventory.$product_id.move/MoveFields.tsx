import { useField } from "@conform-to/react";
import { CheckField, ComboField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, FileField, HiddenField, NumberField, TextField } from "~/components/form/fields";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import type { Option } from "~/lib/list/option";
import { addDecimal, normalizeNumber } from "~/lib/money/decimal";
import { signed } from "~/lib/stock/move";
import { MOVING_FIELDS } from "~/lib/stock/stock.schema";
import { STOCK_MOVE_LABEL } from "~/lib/vocabulary/stock";
import { REASONS, SeenBelow, SeenPast } from "../shared/stock.seen";

const HELP = {
  in: undefined,
  out: "引き当てた分の出庫は、カードの出荷で自動で記録されます。",
  adjust: "増やすときは 5、減らすときは -5 のように入力します。",
};
export type HandKind = keyof typeof HELP;

/** `priced`: by whom amounts are seen, of goods that are our own. */
type Props = { issues: Option[]; kind: HandKind; num: string; unit: string; priced: boolean };

/** What is left over of what goes, and what it looked like. */
export function OffcutFields({ products }: { products: Option[] }) {
  return (
    <FieldSet legend="端材と写真" columns={2}>
      <ComboField
        name="offcut_id"
        label={MOVING_FIELDS.offcut_id}
        optional
        options={products}
        source="/inventory/find?q="
        width="full"
        help="残った端材を、別の商品として 0 円で入庫します。取り消すと、端材もいっしょに戻ります。"
      />
      <NumberField name="offcut_num" label={MOVING_FIELDS.offcut_num} optional />
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

export function MoveFields({ issues, kind, num, unit, priced }: Props) {
  const isIn = kind === "in";
  return (
    <FieldSet legend={STOCK_MOVE_LABEL[kind]} columns={2}>
      <HiddenField name="kind" value={kind} />
      <NumberField
        name="num"
        label={kind === "adjust" ? "増減" : MOVING_FIELDS.num}
        unit={unit}
        help={HELP[kind]}
      />
      <DateField name="effective_date" label={MOVING_FIELDS.effective_date} />
      {isIn ? null : (
        <SelectField
          name="reason"
          label={MOVING_FIELDS.reason}
          options={REASONS}
          optional={kind === "out"}
          width="short"
          help={
            kind === "out" ? "在庫がマイナスになるときと、引き当ててある分を出すときは必要です。" : undefined
          }
        />
      )}
      {issues.length > 0 ? (
        <SelectField
          name="returns"
          label={MOVING_FIELDS.returns}
          options={issues}
          optional
          width="full"
          help="返品で増やすときに選ぶと、出したときの金額で在庫に戻ります。"
        />
      ) : null}
      {isIn && priced ? (
        <NumberField
          name="unit_price"
          label={MOVING_FIELDS.unit_price}
          optional
          unit="円(税抜)"
          help="空欄は標準単価です。"
        />
      ) : null}
      {isIn && priced ? <CheckField name="is_provisional" label="仮の単価（あとで直す）" /> : null}
      <TextField name="words" label={MOVING_FIELDS.words} optional />
      <BelowZero kind={kind} num={num} unit={unit} />
      <SeenPast />
    </FieldSet>
  );
}

function BelowZero({ kind, num, unit }: Omit<Props, "priced" | "issues">) {
  const [typed] = useField<string>("num");
  const moved = normalizeNumber(String(typed.initialValue ?? ""));
  return moved === null ? null : (
    <SeenBelow after={addDecimal(num, signed({ kind, num: moved }))} unit={unit} />
  );
}
