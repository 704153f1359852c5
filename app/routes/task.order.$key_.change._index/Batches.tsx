import { SelectField } from "~/components/form/choices";
import { HiddenField } from "~/components/form/fields";
import { formatNumber } from "~/lib/money/decimal";
import type { Amendments } from "~/lib/order/amend.schema";
import { DRAWING_LABEL, DRAWING_TREATMENTS } from "~/lib/vocabulary/amendment";

type Started = Amendments["started"];
const OPTIONS = DRAWING_TREATMENTS.map((value) => ({ value, label: DRAWING_LABEL[value] }));

const helpOf = ({ made, wip }: Started[number]) =>
  [made === "0" ? null : `良品 ${formatNumber(made)}`, wip === "0" ? null : `作業中 ${formatNumber(wip)}`]
    .filter(Boolean)
    .join("・");

/** A card that is treated otherwise than all the others. */
export function Batches({
  started,
  names,
  open,
}: {
  started: Started;
  names: Map<number, string>;
  open: boolean;
}) {
  return (
    <details open={open} className="rounded border border-line bg-surface px-4">
      <summary className="flex min-h-11 items-center font-bold text-accent">
        旧い図面で作った分を、カードごとに決める（{started.length}枚）
      </summary>
      <fieldset
        aria-label="カードごとの扱い"
        className="grid min-w-0 items-start gap-4 pb-4 desk:grid-cols-3"
      >
        {started.map((one, index) => (
          <div key={one.card_key}>
            <HiddenField name={`batches[${index}].card_key`} value={one.card_key} />
            <SelectField
              name={`batches[${index}].drawing`}
              label={`カード ${one.id}（${one.line_no}. ${names.get(one.line_no) ?? ""}）`}
              optional
              width="full"
              options={OPTIONS}
              help={helpOf(one)}
            />
          </div>
        ))}
      </fieldset>
    </details>
  );
}
