import { Chip } from "~/components/list/Chip";
import type { EntryShown, Preview } from "~/lib/journal/journal.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";

const YEN = "text-right tabular-nums";

/** 借方 and 貸方 of each account, to hold against the product after its import. */
function Totals({ accounts, total }: Pick<Preview, "accounts" | "total">) {
  return (
    <div className="pane max-w-[720px]">
      <table className="rows bg-surface">
        <caption className="sr-only">科目ごとの合計</caption>
        <thead>
          <tr>
            <th scope="col">科目</th>
            <th scope="col" className="text-right">
              借方
            </th>
            <th scope="col" className="text-right">
              貸方
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, debit, credit }) => (
            <tr key={account}>
              <td>{account}</td>
              <td className={YEN}>{debit ? formatNumber(debit) : ""}</td>
              <td className={YEN}>{credit ? formatNumber(credit) : ""}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="bg-ground font-bold">
            <td>合計</td>
            <td className={YEN}>{formatNumber(total)}</td>
            <td className={YEN}>{formatNumber(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const amountOf = ({ rows }: EntryShown) => rows.reduce((sum, { debit }) => sum + (debit?.amount ?? 0), 0);

function Side({ side }: { side: EntryShown["rows"][number]["debit"] }) {
  if (!side) return null;
  return (
    <span className="flex justify-between gap-4 whitespace-nowrap">
      <span>
        {side.account}
        <span className="ml-1 text-note text-muted">{[side.sub, side.tax].filter(Boolean).join("・")}</span>
      </span>
      <span className="tabular-nums">{formatNumber(side.amount)}</span>
    </span>
  );
}

const Sides = ({ entry, on }: { entry: EntryShown; on: "debit" | "credit" }) => (
  <>
    {entry.rows.map((row, at) => (
      <Side key={at} side={row[on]} />
    ))}
  </>
);

export function Entries({ shown }: { shown: Preview }) {
  const { entries, num_entries, num_problems } = shown;
  return (
    <>
      <h2>科目ごとの合計</h2>
      <Totals {...shown} />
      <h2>仕訳</h2>
      {num_problems > 0 ? (
        <p className="text-warn">
          取り込みで困ることのある仕訳が{formatNumber(num_problems)}件あります（先に並べています）。
        </p>
      ) : null}
      {entries.length < num_entries ? (
        <p className="text-muted">
          {formatNumber(num_entries)}件のうち{formatNumber(entries.length)}件を表示しています。
        </p>
      ) : null}
      <div className="pane pane-list">
        <table className="rows fold list">
          <caption className="sr-only">出力する仕訳</caption>
          <thead>
            <tr>
              {["伝票番号", "日付", "借方", "貸方", "摘要", "金額（円）"].map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  data-at={at ? undefined : "first"}
                  className={at === 5 ? "text-right" : undefined}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.source}>
                <td data-at="first">
                  {entry.no}
                  <span className="ml-3 font-normal text-muted desk:hidden print:hidden">
                    {formatDate(entry.date)}
                  </span>
                </td>
                <td>{formatDate(entry.date)}</td>
                <td>
                  <Sides entry={entry} on="debit" />
                </td>
                <td>
                  <Sides entry={entry} on="credit" />
                </td>
                <td data-at="one">
                  {entry.late ? <Chip tone="warn">追加</Chip> : null} {entry.summary}
                  {entry.problem ? <span className="block text-note text-warn">{entry.problem}</span> : null}
                </td>
                <td data-at="two" className={YEN}>
                  {formatNumber(amountOf(entry))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
