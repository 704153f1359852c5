import { useFormMetadata } from "@conform-to/react";
import { ERROR } from "~/components/form/control";
import { commas } from "~/components/form/fields";
import { Chip } from "~/components/list/Chip";
import type { PoolCard } from "~/lib/accounting/delivery.schema";
import { formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/task/card.schema";
import { formatDate, tokyoDate } from "~/lib/time/date";
import type { TypedLine } from "./step";

const INPUT = "h-9 rounded border border-muted/75 bg-surface px-2 text-right tabular-nums aria-[invalid]:border-bad aria-[invalid]:bg-bad-soft max-desk:h-11 max-desk:text-input";
const CELL = "px-2 py-1 max-desk:p-0";
const LABEL = "mr-2 text-note text-muted desk:hidden";

/** A card of the pool: a row on a desk, a card on a phone. `started` says that ticks were already made. */
export function LineRow({ card, row, typed, all, started }: { card: PoolCard; row: number; typed?: TypedLine; all: boolean; started: boolean }) {
  const { allErrors, id } = useFormMetadata();
  const name = (field: string) => `lines[${row}].${field}`;
  const error = (field: string) => allErrors[name(field)]?.[0];
  const number = (field: "num_items" | "unit_price", label: string, value: string, width: string) => (
    <input id={`${id}-${name(field)}`} name={name(field)} type="text" inputMode="decimal" autoComplete="off" data-number={label} aria-label={`${card.card_id} ${label}`}
      aria-invalid={error(field) ? true : undefined} aria-describedby={`${id}-${name(field)}-error`} defaultValue={commas(value)} className={`${INPUT} ${width}`} />
  );
  const sentence = (field: string) => <p id={`${id}-${name(field)}-error`} data-error className={`${ERROR} max-w-[12rem] text-left`}>{error(field)}</p>;
  const unit = UNIT_LABEL[card.order_unit];
  const unpriced = card.unit_price === null;
  return (
    <tr className="border-b border-line align-top last:border-0 has-[:checked]:bg-accent-soft max-desk:mb-3 max-desk:grid max-desk:grid-cols-2 max-desk:gap-2 max-desk:rounded max-desk:border max-desk:bg-surface max-desk:p-3 max-desk:last:border">
      <td className={`${CELL} text-center max-desk:col-span-2 max-desk:text-left`}>
        <label className="inline-flex h-9 min-w-9 items-center justify-center gap-2 max-desk:h-11">
          <input type="checkbox" name={name("on")} value="on" defaultChecked={started ? Boolean(typed?.on) : all} aria-label={`${card.card_id} ${card.name} を選ぶ`} className="h-5 w-5 accent-accent" />
          <b className="desk:hidden">{card.name}</b>
        </label>
        <input type="hidden" name={name("card_key")} value={card.card_key} />
        <input type="hidden" name={name("version")} value={card.version} />
      </td>
      <td className={`${CELL} whitespace-nowrap`}>
        <a href={`/task/${card.card_key}`} className="tabular-nums text-accent underline underline-offset-2 leading-9">{card.card_id}</a>
        <span className="block text-note text-muted">{card.order_id}</span>
      </td>
      <td className={`${CELL} max-desk:hidden`}>
        <span className="leading-9">{card.name}</span>
        <span className="block text-note text-muted">{card.drawing_no}</span>
      </td>
      <td className={`${CELL} whitespace-nowrap tabular-nums`}>
        {card.delivery_date ? <span className="leading-9">{formatDate(card.delivery_date)}</span> : null}
        <span className="block text-note text-muted">{card.shipped_time ? `出荷 ${formatDate(tokyoDate(card.shipped_time))}` : <Chip tone="warn">未出荷</Chip>}</span>
      </td>
      <td className={`${CELL} whitespace-nowrap text-right tabular-nums leading-9 max-desk:text-left`}>
        <span className={LABEL}>良品</span>{formatNumber(card.num_good)}<span className="ml-1 text-note text-muted">{unit}</span>
      </td>
      <td className={`${CELL} whitespace-nowrap text-right tabular-nums max-desk:text-left`}>
        <span className={LABEL}>納品済</span><span className="leading-9">{formatNumber(card.num_delivered)}</span>
        {card.delivery_numbers.map((one) => <span key={one} className="block text-note text-muted">{one}</span>)}
      </td>
      <td className={`${CELL} whitespace-nowrap text-right max-desk:text-left`} data-field>
        <span className={`${LABEL} block`}>納品数</span>
        {number("num_items", "納品数", typed?.num_items ?? card.num_remaining, "w-24")}<span className="ml-1 text-note text-muted">{unit}</span>
        {sentence("num_items")}
      </td>
      <td className={`${CELL} whitespace-nowrap text-right max-desk:text-left`} data-field>
        <span className={`${LABEL} block`}>単価</span>
        {unpriced ? (
          <>
            <span className="mr-2 text-note font-bold text-bad">未設定</span>{number("unit_price", "単価", typed?.unit_price ?? "", "w-24 border-bad")}
          </>
        ) : <span className="tabular-nums leading-9">{formatNumber(card.unit_price!)}</span>}
        <span className="ml-1 text-note text-muted">円/{UNIT_LABEL[card.unit]}</span>
        {sentence("unit_price")}
      </td>
      <td className={`${CELL} leading-9 max-desk:col-span-2`}><span className={LABEL}>納入先</span>{card.destination}</td>
      <td className={`${CELL} max-desk:col-span-2`} data-field>
        <input name={name("note")} id={`${id}-${name("note")}`} aria-label={`${card.card_id} 備考`} aria-invalid={error("note") ? true : undefined} autoComplete="off"
          defaultValue={typed?.note ?? ""} className={`${INPUT} w-full min-w-28 !text-left`} />
        {sentence("note")}
      </td>
    </tr>
  );
}
