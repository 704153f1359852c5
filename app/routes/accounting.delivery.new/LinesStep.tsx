import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { deliveryLines, type Pool } from "~/lib/accounting/delivery.schema";
import { formatYen } from "~/lib/money/decimal";
import { LineRow } from "./LineRow";
import { Carry, SaveDraft } from "./Steps";
import { atRows, chosen, rowsOf, type StepProps } from "./step";

const HEADS = [
  "カード",
  "品名",
  "納期・出荷日",
  "良品",
  "納品済",
  "納品数",
  "単価",
  "残の金額",
  "納入先",
  "扱い",
  "備考",
];
const RIGHT = ["良品", "納品済", "納品数", "単価", "残の金額"];

/** 1 対象: which cards, how many of each, and prices that are missing. */
export function LinesStep({
  answer,
  idempotency_key,
  pool,
  buyer_id,
  filter,
  all,
  picked,
}: StepProps & {
  pool: Pool;
  buyer_id: string;
  filter: Record<string, string>;
  all: boolean;
  /** Cards ticked before they came here, by their keys. */
  picked: string[];
}) {
  const typed = answer?.reply.initialValue ?? {};
  const error = answer?.reply.error && atRows(answer.reply.error, typed, pool.items);
  const href = (ticked: boolean) =>
    `/accounting/delivery/new?${new URLSearchParams({ ...filter, buyer_id, ...(ticked ? { all: "on" } : {}) })}`;
  const there = new Set(pool.items.map(({ card_key }) => String(card_key)));
  const away = chosen(typed).filter(({ card_key }) => !there.has(card_key ?? "")).length;
  if (pool.items.length === 0) {
    return (
      <div className="rounded border border-line bg-surface">
        <Empty
          text="条件に一致する未納品のカードはありません。"
          action={{ label: "条件をクリア", href: `/accounting/delivery/new?buyer_id=${buyer_id}` }}
        />
      </div>
    );
  }
  return (
    <SchemaForm
      id="lines"
      schema={deliveryLines}
      reply={error || answer?.reply.status ? ({ ...answer!.reply, error } as never) : undefined}
      submit="選択を確定する"
      cancel="/accounting/delivery"
      wide
      idempotency_key={idempotency_key}
    >
      <Carry typed={typed} drawn={["buyer_id", "lines"]} step="lines" />
      <input type="hidden" name="buyer_id" value={buyer_id} />
      <p className="flex flex-wrap items-center gap-x-4 text-note text-muted">
        <span className="tabular-nums">
          {pool.more
            ? `${pool.items.length}枚まで表示しています。条件で絞り込んでください。`
            : `全${pool.items.length}枚`}
        </span>
        <a href={href(true)}>すべて選ぶ</a>
        <a href={href(false)}>選択を外す</a>
        <SaveDraft />
      </p>
      {away > 0 ? (
        <p className="text-warn">
          選んだカードのうち{away}枚は、いまの一覧にありません（納品済み・取消・打切か、絞り込みの外です）。
        </p>
      ) : null}
      <div className="lines-pane">
        <table className="lines lines-picked">
          <caption className="sr-only">未納品のカード</caption>
          <thead>
            <tr>
              <th scope="col" className="w-10">
                <span className="sr-only">選択</span>
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={RIGHT.includes(head) ? "text-right" : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pool.items.map((card, row) => (
              <LineRow
                key={card.card_key}
                card={card}
                row={row}
                all={all || picked.includes(String(card.card_key))}
                started={Boolean(typed.lines)}
                typed={rowsOf(typed).find((line) => line?.card_key === String(card.card_key))}
              />
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t border-line bg-ground">
              <th scope="row" colSpan={8} className="h-9 text-right text-note">
                {pool.items.length}枚の計（税抜）
              </th>
              <td className="whitespace-nowrap text-right font-bold tabular-nums">
                {formatYen(pool.items.reduce((sum, card) => sum + (card.price_remaining ?? 0), 0))}
              </td>
              <td colSpan={3} className="whitespace-nowrap tabular-nums">
                <output data-rare data-picked className="font-bold" />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </SchemaForm>
  );
}
