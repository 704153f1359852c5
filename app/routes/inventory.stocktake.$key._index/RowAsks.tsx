import { formatNumber } from "~/lib/money/decimal";
import { ROUNDED } from "~/lib/stocktake/shelf.words";
import { signed } from "~/lib/stocktake/stocktake";
import type { SheetRow } from "~/lib/stocktake/stocktake.schema";
import { formatTime } from "~/lib/time/datetime";
import type { TypedRow } from "~/lib/web/stocktake.rows.server";

const LOOK = "card-act";

/** What has to be answered before the sheet can be confirmed, in the row itself. */
export function RowAsks({ row, typed, me }: { row: SheetRow; typed?: TypedRow; me: string }) {
  const id = row.product_id;
  const minute = row.minute.map(({ num, occurred_time }) => `${formatTime(occurred_time)} に ${signed(num)}`);
  return (
    <span className="grid gap-1 text-warn" data-asks>
      {typed?.question ? (
        <span className="flex flex-wrap items-center gap-2 text-bad">
          <b role="alert">{typed.question}</b>
          {typed.asks_rounded ? (
            <label className="flex items-center gap-1">
              <input type="checkbox" name={`rounded-${id}`} /> {ROUNDED.text}
            </label>
          ) : null}
          {typed.asks_replace ? (
            <>
              <label className="flex items-center gap-1">
                <input type="radio" name={`answer-${id}`} value="replace" /> 置き換える
              </label>
              <label className="flex items-center gap-1">
                <input type="radio" name={`answer-${id}`} value="add" /> 前の数に足す
              </label>
              <label className="flex items-center gap-1">
                <input type="radio" name={`answer-${id}`} value="" defaultChecked /> そのまま
              </label>
            </>
          ) : null}
        </span>
      ) : null}
      {row.waiting.map((one) => (
        <span key={one.key} className="flex flex-wrap items-center gap-2 text-warn">
          <b>
            後から届いた数 {formatNumber(one.num)}（{one.person} {formatTime(one.counted_time)}）
          </b>
          <button name="act" value={`take.${id}.${one.key}.replace`} className={LOOK}>
            置き換える
          </button>
          <button name="act" value={`take.${id}.${one.key}.add`} className={LOOK}>
            足す
          </button>
          <button name="act" value={`take.${id}.${one.key}.drop`} className={LOOK}>
            使わない
          </button>
        </span>
      ))}
      {minute.length > 0 ? (
        <span className="flex flex-wrap items-center gap-2 text-warn">
          <b>同時刻の動きあり：{minute.join("、")}。数えたのは</b>
          <button name="act" value={`minute.${id}.in`} className={LOOK}>
            動きのあと（含む）
          </button>
          <button name="act" value={`minute.${id}.out`} className={LOOK}>
            動きの前（含まない）
          </button>
        </span>
      ) : null}
      {row.asks_second ? (
        <span className="flex flex-wrap items-center gap-2">
          <b>差が大きいため、もう一人が数えてください</b>
          {row.person === me ? (
            <span>（{me}さんが数えた数です）</span>
          ) : (
            <button name="act" value={`same.${id}`} className={LOOK}>
              数えて同じ数だった
            </button>
          )}
        </span>
      ) : null}
      {row.has_ready && row.counted !== null && row.counted_ready === null ? (
        <b>出荷待ちの分を分けて数えていません。含めて数えたか確かめてください</b>
      ) : null}
      {row.is_overtaken ? <b className="text-warn">あとの棚卸で確定済み（この行は使われません）</b> : null}
    </span>
  );
}

/** What came after the sheet was closed: nothing asks for it any more, and it is not lost without a word. */
export function Unsaved({ typed }: { typed: TypedRow }) {
  const { num, ready, reason, question } = typed;
  const much = [num || "空欄", ready && `出荷待ち ${ready}`].filter(Boolean).join(" ＋ ");
  return (
    <b role="alert" className="block text-bad">
      保存していない数 {`${much}${reason && `（${reason}）`}`} {question}
    </b>
  );
}
