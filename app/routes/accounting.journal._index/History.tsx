import { PRODUCT_LABEL } from "~/lib/journal/journal";
import type { Exported } from "~/lib/journal/journal.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, formatDateTime } from "~/lib/time/date";

const HEADS = ["出力日時", "出力した人", "会計ソフト", "期間", "伝票番号", "仕訳", "行", "合計（円）"];

export function History({ items }: { items: Exported[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h2>出力の履歴</h2>
      <div className="pane pane-list">
        <table className="rows fold list">
          <caption className="sr-only">出力の履歴</caption>
          <thead>
            <tr>
              {HEADS.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  data-at={at ? undefined : "first"}
                  className={at > 4 ? "text-right" : undefined}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.key}>
                <td data-at="first">
                  <a href={`/accounting/journal/${item.key}`} download>
                    {formatDateTime(item.exported_time)}
                  </a>
                </td>
                <td>{item.exported_by}</td>
                <td>{PRODUCT_LABEL[item.product]}</td>
                <td data-at="one" className="tabular-nums">
                  {formatDate(item.from_date)} ～ {formatDate(item.to_date)}
                </td>
                <td className="tabular-nums">
                  {item.first_no}～{item.last_no}
                </td>
                <td data-at="two" className="text-right tabular-nums">
                  {formatNumber(item.num_entries)}
                  {item.num_late > 0 ? `（追加 ${formatNumber(item.num_late)}）` : ""}
                </td>
                <td className="text-right tabular-nums">{formatNumber(item.num_rows)}</td>
                <td className="text-right tabular-nums">{formatNumber(item.total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-note text-muted">日時を押すと、そのとき出力したままのファイルを保存します。</p>
    </>
  );
}

/** What nobody has tried with the products themselves. */
export const Unverified = () => (
  <section className="grid gap-1 text-note text-muted print:hidden">
    <h2>取り込む前に</h2>
    <p>
      ファイルの形は各社の公開資料と実例に合わせていますが、実際の会計ソフトへの取り込みは確かめていません。初めは1か月分だけ、控えを取ったデータか体験版で取り込み、科目ごとの合計を見比べてください。
    </p>
    <ul className="list-disc pl-5">
      <li>弥生会計：25項目、見出しなし。18～25番目の項目の値は公式の資料で確かめられていません。</li>
      <li>
        freee会計：仕訳（振替伝票）のインポート。税区分の括弧が半角か全角かは、会計ソフトの画面に合わせてください。
      </li>
      <li>
        マネーフォワード：仕訳帳のインポート27項目。「％」が全角か半角かは、会計ソフトの画面に合わせてください。
      </li>
      <li>
        どれもShift_JIS・改行CRLFです。科目・補助科目・取引先の名前は、会計ソフトと一字一句同じでないと合いません。
      </li>
    </ul>
  </section>
);
