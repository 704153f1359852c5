import { ERROR } from "~/components/form/control";
import type { Candidate } from "~/lib/accounting/invoice.schema";
import { CandidateRow } from "./CandidateRow";

const HEADS = [
  "取引先",
  "期間",
  "件数",
  "前回請求額",
  "入金額",
  "調整額",
  "繰越金額",
  "今回売上額",
  "消費税",
  "今回請求額",
  "注意",
];
const LEFT = ["取引先", "期間", "注意"];
type Props = {
  items: Candidate[];
  ticked: string[] | null;
  error?: string;
  closing_day: number;
  ym: number;
  /** What was shown of each partner before: on the page that was pressed, or on the 仮締め that was printed. */
  before: string[];
};

/**
 * The partners of a 締日 with what closing would bill each; null ticks those that have sales in a period that
 * is over.
 */
export function Candidates({ items, ticked, error, closing_day, ym, before }: Props) {
  return (
    <div>
      <div className="lines-pane">
        <table className="lines lines-picked">
          <caption className="sr-only">締める取引先</caption>
          <thead>
            <tr>
              <th scope="col" className="w-10">
                <span className="sr-only">選択</span>
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={LEFT.includes(head) ? undefined : "text-right"}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <CandidateRow
                key={item.buyer_id}
                item={item}
                ticked={ticked}
                before={before}
                closing_day={closing_day}
                ym={ym}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p id="closing-buyer_ids" data-error className={ERROR}>
        {error}
      </p>
    </div>
  );
}
