import { Brief } from "~/components/list/Brief";
import { Chip } from "~/components/list/Chip";
import type { PoolCard } from "~/lib/accounting/delivery.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { Label, LineCheck, LineError, NumberInput, TextInput } from "./LineInput";
import type { TypedLine } from "./step";

/** Text stands where the first line of an input beside it does. */
const TEXT = "lines-text";
const NUMBER = "whitespace-nowrap text-right tabular-nums max-desk:text-left";
const SMALL = "text-note text-muted";

/** A card of the pool: a row on a desk, a card on a phone. `started` says that ticks were already made. */
export function LineRow({
  card,
  row,
  typed,
  all,
  started,
}: {
  card: PoolCard;
  row: number;
  typed?: TypedLine;
  all: boolean;
  started: boolean;
}) {
  const name = (field: string) => `lines[${row}].${field}`;
  const at = { row, card };
  const unit = UNIT_LABEL[card.order_unit];
  return (
    <tr>
      <td className="text-center max-desk:col-span-2 max-desk:text-left">
        <label className="inline-flex h-9 items-center gap-2 touch:h-11">
          <input
            type="checkbox"
            name={name("on")}
            value="on"
            defaultChecked={started ? Boolean(typed?.on) : all}
            className="h-5 w-5 accent-accent"
            data-amount={card.price_remaining ?? 0}
            aria-label={`${card.card_id} ${card.name} を選ぶ`}
          />
          <b className="desk:hidden">{card.name}</b>
        </label>
        <input type="hidden" name={name("card_key")} value={card.card_key} />
        <input type="hidden" name={name("version")} value={card.version} />
      </td>
      <td className={`${TEXT} whitespace-nowrap`}>
        <a href={`/task/${card.card_key}`} className="tabular-nums text-accent underline underline-offset-2">
          {card.card_id}
        </a>
        <span className={`${SMALL} block`}>{card.order_id}</span>
      </td>
      <td className={`${TEXT} min-w-40 max-desk:hidden`}>
        {card.name}
        <span className={`${SMALL} block`}>{card.drawing_no}</span>
      </td>
      <td className={`${TEXT} whitespace-nowrap tabular-nums`}>
        {card.delivery_date ? formatDate(card.delivery_date) : "―"}
        <span className={`${SMALL} block`}>
          {card.shipped_time ? (
            `出荷 ${formatDate(tokyoDate(card.shipped_time))}`
          ) : (
            <Chip tone="warn">未出荷</Chip>
          )}
        </span>
      </td>
      <td className={`${TEXT} ${NUMBER}`}>
        <Label>良品</Label>
        {formatNumber(card.num_good)}
        <span className={`ml-1 ${SMALL}`}>{unit}</span>
      </td>
      <td className={`${TEXT} ${NUMBER}`}>
        <Label>納品済</Label>
        {formatNumber(card.num_delivered)}
        {card.delivery_numbers.map((number) => (
          <span key={number} className={`${SMALL} block`}>
            {number}
          </span>
        ))}
      </td>
      <td className={NUMBER} data-field>
        <Label>納品数</Label>
        <NumberInput
          {...at}
          field="num_items"
          label="納品数"
          value={typed ? (typed.num_items ?? "") : (card.num_most ?? card.num_remaining)}
        />
        <span className={`ml-1 ${SMALL}`}>{unit}</span>
        {card.num_most === null ? null : (
          <span className={`${SMALL} block`}>{`あと${formatNumber(card.num_most)}${unit}まで`}</span>
        )}
        <LineError {...at} field="num_items" />
      </td>
      <td className={`${card.unit_price === null ? "" : TEXT} ${NUMBER}`} data-field>
        <Label>単価</Label>
        {card.unit_price !== null ? (
          formatNumber(card.unit_price)
        ) : (
          <>
            <span className="mr-2 text-note font-bold text-bad max-desk:block">未設定</span>
            <NumberInput {...at} field="unit_price" label="単価" value={typed?.unit_price ?? ""} missing />
          </>
        )}
        <span className={`ml-1 ${SMALL}`}>円/{UNIT_LABEL[card.unit]}</span>
        <LineError {...at} field="unit_price" />
      </td>
      <td className={`${TEXT} ${NUMBER}`}>
        <Label>残の金額</Label>
        {card.price_remaining === null ? "―" : formatYen(card.price_remaining)}
      </td>
      <td className={`${TEXT} min-w-32 max-desk:col-span-2`}>
        <Label>納入先</Label>
        {card.destination ? <Brief text={card.destination} /> : null}
      </td>
      <td className="whitespace-nowrap max-desk:col-span-2">
        <Label>扱い</Label>
        <LineCheck name={name("unbilled")} label="請求しない" typed={typed?.unbilled} id={card.card_id} />
        <LineCheck name={name("closes")} label="残りを打切" typed={typed?.closes} id={card.card_id} />
        {card.may_complete || typed?.completes ? (
          <LineCheck name={name("completes")} label="完納とする" typed={typed?.completes} id={card.card_id} />
        ) : null}
      </td>
      <td className="max-desk:col-span-2" data-field>
        <Label>備考</Label>
        <TextInput {...at} field="note" label="備考" value={typed?.note ?? ""} />
        <LineError {...at} field="note" />
      </td>
    </tr>
  );
}
