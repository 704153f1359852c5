import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const NUMBER = `${INPUT} w-24 text-right tabular-nums`;

type Props = { card: CardRow; asked: { size?: string; count?: number } };

/** A plain GET, so that the address says how. */
export function ShareForm({ card, asked }: Props) {
  const unit = UNIT_LABEL[card.order_unit];
  return (
    <section
      aria-label="分け方"
      className="flex max-w-[720px] flex-wrap items-end gap-x-6 gap-y-2 rounded border border-line bg-surface p-4"
    >
      <form method="get" className="flex items-end gap-2">
        <label className="grid gap-1 text-note font-bold">
          何{unit}ずつに分けますか
          <input
            name="size"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={asked.size}
            className={NUMBER}
          />
        </label>
        <span className="pb-2 text-muted">{unit}ずつ</span>
        <Button>表に入れる</Button>
      </form>
      <form method="get" className="flex items-end gap-2">
        <label className="grid gap-1 text-note font-bold">
          または、いくつに分けますか
          <input
            name="count"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={asked.count}
            className={NUMBER}
          />
        </label>
        <span className="pb-2 text-muted">つに</span>
        <Button>表に入れる</Button>
      </form>
    </section>
  );
}
