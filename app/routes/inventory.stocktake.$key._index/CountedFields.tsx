import type { SheetRow } from "~/lib/stocktake/stocktake.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { TypedRow } from "~/lib/web/stocktake.rows.server";

type Props = {
  row: Pick<
    SheetRow,
    "product_id" | "code" | "name" | "unit" | "has_ready" | "on_shelf" | "counted_ready" | "last_count"
  >;
  typed?: TypedRow;
};

/** One number, or two where some of the goods stand at 出荷待ち. */
export function CountedFields({ row, typed }: Props) {
  const id = row.product_id;
  const { has_ready } = row;
  return (
    <span className={has_ready ? "grid gap-1" : "contents"}>
      <Field
        name={`num-${id}`}
        value={typed?.num ?? row.on_shelf ?? ""}
        text={has_ready ? "棚" : "実棚数"}
        label={`${row.code} ${row.name}の${has_ready ? "棚の数" : "実棚数"}`}
        unit={UNIT_LABEL[row.unit]}
        always={has_ready}
      />
      {has_ready ? (
        <Field
          name={`ready-${id}`}
          value={typed?.ready ?? row.counted_ready ?? ""}
          text="出荷待ち"
          label={`${row.code} ${row.name}の出荷待ちの数`}
          unit={UNIT_LABEL[row.unit]}
          always
        />
      ) : null}
      <input type="hidden" name={`was-${id}`} value={row.on_shelf ?? ""} />
      {has_ready ? <input type="hidden" name={`wasready-${id}`} value={row.counted_ready ?? ""} /> : null}
      <input type="hidden" name={`seen-${id}`} value={row.last_count} />
    </span>
  );
}

type FieldProps = { name: string; value: string; text: string; label: string; unit: string; always: boolean };
const Field = ({ name, value, text, label, unit, always }: FieldProps) => (
  <span className="inline-flex items-center gap-1">
    <span className={`whitespace-nowrap text-note text-muted ${always ? "" : "desk:hidden print:hidden"}`}>
      {text}
    </span>
    <input
      name={name}
      defaultValue={value}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      data-number
      className="input w-24 text-right tabular-nums"
    />
    <span className="text-note text-muted">{unit}</span>
  </span>
);
