import { formatNumber, formatYen } from "~/lib/money/decimal";
import { signed } from "~/lib/stocktake/stocktake";
import { adjustTone } from "~/lib/stocktake/stocktake.list";
import type { SheetRow, StocktakePage } from "~/lib/stocktake/stocktake.schema";
import { formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { TypedRow } from "~/lib/web/stocktake.rows.server";
import { CountedFields } from "./CountedFields";
import { RowAsks, Unsaved } from "./RowAsks";

type Props = {
  row: SheetRow;
  sheet: StocktakePage;
  amounts: boolean;
  isDone: boolean;
  me: string;
  typed?: TypedRow;
};

const FACT = "lines-fact lines-text whitespace-nowrap text-right tabular-nums";
const TONE = { bad: "text-bad font-bold", warn: "text-warn font-bold" } as const;

export function SheetLine({ row, sheet, amounts, isDone, me, typed }: Props) {
  const isOpen = sheet.state === "open";
  const tone = adjustTone(row);
  const colour = tone === "bad" || tone === "warn" ? TONE[tone] : "";
  const id = row.product_id;
  return (
    <tr data-row={id}>
      {isDone ? (
        <td>
          <input
            type="checkbox"
            name="ids"
            value={id}
            aria-label={`${row.code}を選択`}
            className="block h-6 w-6 accent-accent"
          />
        </td>
      ) : null}
      <td className="lines-text col-span-full">
        <b className="whitespace-nowrap tabular-nums">{row.code}</b>
        <span className="ml-2">{row.name}</span>
        <span className="ml-2 text-note text-muted">{row.owner_name}</span>
        {row.is_recount ? <b className="ml-2 whitespace-nowrap text-note text-bad">数え直し</b> : null}
        {isOpen ? <RowAsks row={row} typed={typed} me={me} /> : typed ? <Unsaved typed={typed} /> : null}
      </td>
      <td className="lines-fact lines-text whitespace-nowrap">
        <Label text="置場" />
        {row.shelf ?? "―"}
      </td>
      <td className={FACT}>
        <Label text="帳簿数" />
        <span data-slot="book">{row.book === null ? "―" : formatNumber(row.book)}</span>
        {row.has_ready && row.num_ready !== null ? (
          <span className="block text-note text-muted">うち出荷待ち {formatNumber(row.num_ready)}</span>
        ) : null}
      </td>
      <td className="text-right">
        {isOpen ? (
          <CountedFields row={row} typed={typed} />
        ) : (
          <>
            <b className="tabular-nums">
              {row.counted === null ? "―" : `${formatNumber(row.counted)} ${UNIT_LABEL[row.unit]}`}
            </b>
            {row.counted_ready === null ? null : (
              <span className="block text-note text-muted">
                棚 {formatNumber(row.on_shelf!)} ＋ 出荷待ち {formatNumber(row.counted_ready)}
              </span>
            )}
          </>
        )}
      </td>
      <td className={`${FACT} ${colour}`}>
        <Label text="差異" />
        <span data-slot="adjust">{signed(row.adjust) ?? "―"}</span>
      </td>
      {amounts ? (
        <td className={FACT}>
          <Label text="差異金額" />
          <span data-slot="yen">{row.yen === null ? "―" : formatYen(row.yen)}</span>
        </td>
      ) : null}
      <td className={FACT}>
        <Label text="開始後" />
        <span data-slot="moved">{signed(row.moved) ?? "―"}</span>
      </td>
      <td>
        {isOpen ? (
          <>
            <input
              name={`reason-${id}`}
              defaultValue={typed?.reason ?? row.reason ?? ""}
              aria-label={`${row.code}の理由`}
              placeholder="理由"
              maxLength={120}
              autoComplete="off"
              className="input w-full min-w-24"
            />
            <input type="hidden" name={`why-${id}`} value={row.reason ?? ""} />
          </>
        ) : (
          row.reason
        )}
      </td>
      <td className="lines-text min-w-32 text-note" data-person>
        {row.person ? `${row.person} ${formatDateTime(row.counted_time!).slice(5)}` : ""}
        {row.parts.length > 1 ? (
          <span className="block text-muted">
            {row.parts
              .map(({ num, shelf, person }) => [formatNumber(num), shelf ?? person].join(" "))
              .join(" + ")}
          </span>
        ) : null}
      </td>
    </tr>
  );
}

const Label = ({ text }: { text: string }) => (
  <span className="whitespace-nowrap text-note text-muted desk:hidden print:hidden">{text}</span>
);
