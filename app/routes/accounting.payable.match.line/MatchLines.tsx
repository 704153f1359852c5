import { Chip } from "~/components/list/Chip";
import { formatNumber } from "~/lib/money/decimal";
import { MATCH_KIND_LABEL } from "~/lib/payable/match";
import { STATE_TONE, stateText } from "~/lib/payable/match.list";
import type { MatchRow } from "~/lib/payable/match.schema";
import { sideText } from "~/lib/payable/match.words";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { rateOf } from "~/lib/vocabulary/document";

type Props = {
  items: MatchRow[];
  ticked: string[];
  /** Nothing is answered in a closed month. */
  isOpen: boolean;
  room: string;
  wrong?: string;
};

const RIGHT = "text-right tabular-nums whitespace-nowrap";

/** Ours beside theirs beside the difference. */
export function MatchLines({ items, ticked, isOpen, room, wrong }: Props) {
  return (
    <div className="lines-pane">
      <table className="lines lines-picked">
        <caption className="sr-only">照合の明細</caption>
        <thead>
          <tr>
            {isOpen ? (
              <th scope="col" className="w-10 print:hidden">
                <span className="sr-only">選択</span>
              </th>
            ) : null}
            <th scope="col">日付・番号</th>
            <th scope="col">品名</th>
            <th scope="col" className="text-right">
              当方
            </th>
            <th scope="col" className="text-right">
              先方
            </th>
            <th scope="col" className="text-right">
              差
            </th>
            <th scope="col">差異・回答</th>
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <tr key={row.id}>
              {isOpen ? <Tick row={row} ticked={ticked.includes(row.id)} wrong={wrong} /> : null}
              <td className="whitespace-nowrap tabular-nums">
                {row.date ? formatDate(row.date) : null}
                {row.number === null ? null : row.href ? (
                  <a className="block text-note text-accent underline" href={row.href}>
                    {row.number}
                  </a>
                ) : (
                  <span className="block text-note">{row.number}</span>
                )}
              </td>
              <td>
                {row.name}
                <span className="block text-note text-muted">
                  {[row.note, row.order_id, rateOf(row.tax_rate)].filter(Boolean).join("　")}
                </span>
              </td>
              <Figures label="当方" side={row.ours} row={row} />
              <Figures label="先方" side={row.theirs} row={row} />
              <td className={`${RIGHT} ${row.difference === 0 ? "text-muted" : "font-bold"}`}>
                <span className="mr-2 text-note text-muted desk:hidden">差</span>
                {formatNumber(row.difference)}
              </td>
              <td className="max-desk:col-span-full">
                <Said row={row} room={room} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tick({ row, ticked, wrong }: { row: MatchRow; ticked: boolean; wrong?: string }) {
  if (row.state === "same") return <td className="max-desk:hidden print:hidden" />;
  return (
    <td className="text-center max-desk:col-span-full max-desk:text-left print:hidden">
      <label className="inline-flex items-center gap-2 touch:h-11">
        <input
          type="checkbox"
          name="lines"
          value={row.id}
          defaultChecked={ticked}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? "answers-lines" : undefined}
          aria-label={[row.number, row.name].filter(Boolean).join(" ")}
          className="h-5 w-5 accent-accent"
        />
        <b className="desk:hidden">回答する</b>
      </label>
    </td>
  );
}

function Figures({ label, side, row }: { label: string; side: MatchRow["ours"]; row: MatchRow }) {
  return (
    <td className={RIGHT}>
      <span className="mr-2 text-note text-muted desk:hidden">{label}</span>
      {side === null ? <span className="text-muted">―</span> : formatNumber(side.amount)}
      <span className="block text-note text-muted">{sideText(side, row)}</span>
    </td>
  );
}

function Said({ row, room }: { row: MatchRow; room: string }) {
  const { kind, state, reason, person, said_time, card_key } = row;
  const chat = `/chat/${room}${card_key === null ? "" : `?task=${card_key}`}`;
  return (
    <>
      {state === "same" || state === "paper" ? null : (
        <span className="mr-2 font-bold text-bad">{MATCH_KIND_LABEL[kind]}</span>
      )}
      <Chip tone={STATE_TONE[state]}>{stateText(row)}</Chip>
      {state === "open" || reason === null ? null : (
        <span className="block text-note">
          {reason}
          <span className="ml-2 inline-block text-muted">
            {person} {said_time ? formatDateTime(said_time) : null}
          </span>
        </span>
      )}
      {state === "open" || state === "asked" ? (
        <a className="ml-2 text-note print:hidden text-accent underline" href={chat}>
          チャット
        </a>
      ) : null}
    </>
  );
}
