import { Button } from "~/components/form/Button";
import { formatNumber } from "~/lib/money/decimal";
import type { LastPrice } from "~/lib/order/previous.price";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { Earlier } from "~/lib/web/order.fill.server";

const Priced = ({ priced }: { priced: LastPrice[] }) => (
  <section aria-label="前回単価" role="status" className="rounded border border-line px-4 py-2">
    {priced.length === 0 ? <p className="text-muted">商品を選んだ明細がありません。</p> : null}
    <ul>
      {priced.map(({ index, name, text }) => (
        <li key={index} className="py-1">
          <b>
            {index + 1}行目 {name}
          </b>
          {"　"}
          {text}
        </li>
      ))}
    </ul>
  </section>
);

/** The last five of each product in the sheet. */
export function EarlierLines({ earlier, priced }: { earlier?: Earlier[]; priced?: LastPrice[] }) {
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <Button name="step" value="prices" formNoValidate tone="plain">
          前回単価を入れる
        </Button>
        <Button name="step" value="previous" formNoValidate tone="plain">
          明細の商品の前回の依頼を見る
        </Button>
      </p>
      {priced ? <Priced priced={priced} /> : null}
      {earlier ? (
        <section aria-label="商品の前回の依頼" className="rounded border border-line">
          {earlier.length === 0 ? (
            <p className="px-4 py-2 text-muted">商品を選んだ明細がありません。</p>
          ) : null}
          {earlier.map(({ index, name, lines }) => (
            <div key={index} className="border-b border-line px-4 py-2 last:border-0">
              <b>
                {index + 1}行目 {name}
              </b>
              {lines.length === 0 ? <p className="text-muted">この商品は初めての依頼です。</p> : null}
              <ul>
                {lines.map((line) => (
                  <li
                    key={`${line.order_key} ${line.line_no}`}
                    className="flex min-h-11 flex-wrap items-center gap-x-4 py-1"
                  >
                    <a href={`/order/${line.order_key}`} className="tabular-nums text-accent underline">
                      {formatDate(line.order_date)} {line.order_id}
                    </a>
                    <span className="tabular-nums">
                      {formatNumber(line.num_items)}
                      {UNIT_LABEL[line.order_unit]}
                    </span>
                    <span className="tabular-nums">
                      {line.unit_price === null
                        ? "単価未定"
                        : `${formatNumber(line.unit_price)}円/${UNIT_LABEL[line.unit]}`}
                    </span>
                    <span>{line.drawing_revision ? `改訂${line.drawing_revision}` : ""}</span>
                    <span className="min-w-0 flex-1 text-note text-muted">
                      {[line.destination, line.note].filter(Boolean).join("・")}
                    </span>
                    <Button
                      name="step"
                      value={`repeat ${index} ${line.order_key} ${line.line_no}`}
                      formNoValidate
                    >
                      前回と同じ
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ) : null}
    </>
  );
}
