import { useField } from "@conform-to/react";
import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, NumberField, TextField } from "~/components/form/fields";
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

type Props = { kind: HandKind; num: string; unit: string; amounts: boolean };

export function MoveFields({ kind, num, unit, amounts }: Props) {
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
      {isIn && amounts ? (
        <NumberField
          name="unit_price"
          label={MOVING_FIELDS.unit_price}
          optional
          unit="円(税抜)"
          help="空欄は標準単価です。"
        />
      ) : null}
      {isIn && amounts ? <CheckField name="is_provisional" label="仮の単価（あとで直す）" /> : null}
      <TextField name="words" label={MOVING_FIELDS.words} optional />
      <BelowZero kind={kind} num={num} unit={unit} />
      <SeenPast />
    </FieldSet>
  );
}

function BelowZero({ kind, num, unit }: Omit<Props, "amounts">) {
  const [typed] = useField<string>("num");
  const moved = normalizeNumber(String(typed.initialValue ?? ""));
  return moved === null ? null : (
    <SeenBelow after={addDecimal(num, signed({ kind, num: moved }))} unit={unit} />
  );
}
