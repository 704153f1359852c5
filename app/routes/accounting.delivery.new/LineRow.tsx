import { useFormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { ERROR } from "~/components/form/control";
import { commas } from "~/components/form/fields";
import { Chip } from "~/components/list/Chip";
import type { PoolCard } from "~/lib/accounting/delivery.schema";
import { formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/task/card.schema";
import { formatDate, tokyoDate } from "~/lib/time/date";
import type { TypedLine } from "./step";

const ROW = "border-b border-line align-top last:border-0 has-[:checked]:bg-accent-soft max-desk:mb-3 max-desk:grid max-desk:grid-cols-2 max-desk:gap-x-4 " +
  "max-desk:gap-y-2 max-desk:rounded max-desk:border max-desk:bg-surface max-desk:p-3 max-desk:last:border";
const INPUT = "h-9 rounded border border-muted/75 bg-surface px-2 tabular-nums aria-[invalid]:border-bad aria-[invalid]:bg-bad-soft " +
  "max-desk:h-11 max-desk:text-input";
/** Text stands where the first line of an input beside it does. */
const TEXT = "px-2 pb-1 pt-[9px] max-desk:p-0";
const FIELD = "px-2 py-1 max-desk:p-0";
const NUMBER = "whitespace-nowrap text-right tabular-nums max-desk:text-left";
const SMALL = "text-note text-muted";

/** A card of the pool: a row on a desk, a card on a phone. `started` says that ticks were already made. */
export function LineRow({ card, row, typed, all, started }: { card: PoolCard; row: number; typed?: TypedLine; all: boolean; started: boolean }) {
  const { allErrors, id } = useFormMetadata();
  const name = (field: string) => `lines[${row}].${field}`;
  const error = (field: string) => allErrors[name(field)]?.[0];
  const attributes = (field: string, label: string) => ({
    id: `${id}-${name(field)}`, name: name(field), "aria-label": `${card.card_id} ${label}`, autoComplete: "off",
    "aria-invalid": error(field) ? (true as const) : undefined, "aria-describedby": `${id}-${name(field)}-error`,
  });
  const sentence = (field: string) => (
    <p id={`${id}-${name(field)}-error`} data-error className={`${ERROR} whitespace-normal text-left desk:w-48`}>{error(field)}</p>
  );
  const unit = UNIT_LABEL[card.order_unit];
  return (
    <tr className={ROW}>
      <td className={`${FIELD} text-center max-desk:col-span-2 max-desk:text-left`}>
        <label className="inline-flex h-9 items-center gap-2 max-desk:h-11">
          <input type="checkbox" name={name("on")} value="on" defaultChecked={started ? Boolean(typed?.on) : all} className="h-5 w-5 accent-accent"
            aria-label={`${card.card_id} ${card.name} を選ぶ`} />
          <b className="desk:hidden">{card.name}</b>
        </label>
        <input type="hidden" name={name("card_key")} value={card.card_key} />
        <input type="hidden" name={name("version")} value={card.version} />
      </td>
      <td className={`${TEXT} whitespace-nowrap`}>
        <a href={`/task/${card.card_key}`} className="tabular-nums text-accent underline underline-offset-2">{card.card_id}</a>
        <span className={`${SMALL} block`}>{card.order_id}</span>
      </td>
      <td className={`${TEXT} min-w-40 max-desk:hidden`}>{card.name}<span className={`${SMALL} block`}>{card.drawing_no}</span></td>
      <td className={`${TEXT} whitespace-nowrap tabular-nums`}>
        {card.delivery_date ? formatDate(card.delivery_date) : "―"}
        <span className={`${SMALL} block`}>
          {card.shipped_time ? `出荷 ${formatDate(tokyoDate(card.shipped_time))}` : <Chip tone="warn">未出荷</Chip>}
        </span>
      </td>
      <td className={`${TEXT} ${NUMBER}`}><Label>良品</Label>{formatNumber(card.num_good)}<span className={`ml-1 ${SMALL}`}>{unit}</span></td>
      <td className={`${TEXT} ${NUMBER}`}>
        <Label>納品済</Label>{formatNumber(card.num_delivered)}
        {card.delivery_numbers.map((one) => <span key={one} className={`${SMALL} block`}>{one}</span>)}
      </td>
      <td className={`${FIELD} ${NUMBER}`} data-field>
        <Label>納品数</Label>
        <input {...attributes("num_items", "納品数")} type="text" inputMode="decimal" data-number="納品数" className={`${INPUT} w-24 text-right`}
          defaultValue={commas(typed?.num_items ?? card.num_remaining)} />
        <span className={`ml-1 ${SMALL}`}>{unit}</span>
        {sentence("num_items")}
      </td>
      <td className={`${card.unit_price === null ? FIELD : TEXT} ${NUMBER}`} data-field>
        <Label>単価</Label>
        {card.unit_price !== null ? formatNumber(card.unit_price) : (
          <>
            <span className="mr-2 text-note font-bold text-bad max-desk:block">未設定</span>
            <input {...attributes("unit_price", "単価")} type="text" inputMode="decimal" data-number="単価" className={`${INPUT} w-24 border-bad text-right`}
              defaultValue={commas(typed?.unit_price ?? "")} />
          </>
        )}
        <span className={`ml-1 ${SMALL}`}>円/{UNIT_LABEL[card.unit]}</span>
        {sentence("unit_price")}
      </td>
      <td className={`${TEXT} min-w-32 max-desk:col-span-2`}><Label>納入先</Label>{card.destination}</td>
      <td className={`${FIELD} max-desk:col-span-2`} data-field>
        <Label>備考</Label>
        <input {...attributes("note", "備考")} type="text" defaultValue={typed?.note ?? ""} className={`${INPUT} w-full min-w-28`} />
        {sentence("note")}
      </td>
    </tr>
  );
}

/** On a phone each fact names itself. */
function Label({ children }: { children: ReactNode }) {
  return <span className="block text-note text-muted desk:hidden">{children}</span>;
}
