import { Button } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import type { FileRow } from "~/lib/file/file.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { leaps } from "~/lib/order/difference";
import { VERDICT_LABEL } from "~/lib/order/order";
import { LINE_LABEL } from "~/lib/order/order.fields";
import { type OrderCheck, VERDICT_TONE } from "~/lib/order/order.row.schema";
import { supplyText } from "~/lib/order/order.supply";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { lineTolerance } from "~/lib/vocabulary/tolerance";
import { Difference } from "./Difference";
import { Drawings } from "./Drawings";

/** Of a price by quantity, which one it is. */
const tierText = ({ tier, order_unit }: OrderCheck["lines"][number]) =>
  tier === null ? "" : `、${formatNumber(tier)}${UNIT_LABEL[order_unit]}からの単価`;

/** Closed: nothing is fetched before somebody looks. */
function DrawingsOf({ drawing, previous_drawing }: OrderCheck["compared"][number]) {
  // What an order keeps is a copy, with a key of its own.
  const is = (one: FileRow | null) => one && `${one.name} ${one.size} ${one.revision}`;
  return is(drawing) === is(previous_drawing) ? null : (
    <details>
      <summary className="inline-flex items-center text-note text-accent touch:min-h-11">
        前回と今回の図面を並べて見る
      </summary>
      <Drawings previous={previous_drawing} now={drawing} />
    </details>
  );
}

/** What would be sent, with its due dates (R2-2, R2-5). */
export function CheckLines({ check }: { check: OrderCheck }) {
  return (
    <ol className="mt-4 border-t border-line">
      {check.lines.map((line, index) => (
        <li key={index} className="grid gap-x-4 border-b border-line py-2 tabular-nums desk:grid-cols-4">
          <span>
            <span className="mr-2 text-muted">{index + 1}</span>
            <b>{line.name}</b>
            <span className="ml-2 text-note text-muted">
              {line.drawing_no} {line.drawing_revision}
            </span>
          </span>
          <span>
            {formatNumber(line.num_items)} {UNIT_LABEL[line.order_unit]}
            {line.unit === line.order_unit
              ? null
              : `（${formatNumber(line.num_units)} ${UNIT_LABEL[line.unit]}）`}
          </span>
          <span>
            {line.undetermined_reason
              ? `単価未定（${formatDate(line.planned_fix_date!)}までに決定）　`
              : line.price === null
                ? "商品マスタの単価"
                : `${formatYen(line.price)}（${formatNumber(line.unit_price!)}円/${UNIT_LABEL[line.unit]}${tierText(line)}）`}
            {line.undetermined_reason ? (
              <Button name="step" value={`quote ${index}`} formNoValidate tone="plain">
                見積依頼として送る
              </Button>
            ) : null}
          </span>
          <span>
            {LINE_LABEL.delivery_date} {formatDate(line.delivery_date)} {line.delivery_time}
          </span>
          <span className="flex flex-wrap items-center gap-x-4 text-note text-muted col-span-full">
            <span>
              {LINE_LABEL.destination} {line.destination}
            </span>
            <span>検査完了 {formatDate(line.inspection_due!)}</span>
            {line.process_name ? (
              <span>
                {LINE_LABEL.process_name} {line.process_name}
              </span>
            ) : null}
            {line.part_delivery === "refused" ? <Chip tone="warn">分納不可</Chip> : null}
            {line.supply ? <span>{supplyText(line)}</span> : null}
            {lineTolerance(line) ? <span>許容差 {lineTolerance(line)}</span> : null}
            <span>
              支払 {formatDate(line.payment_due!)}
              {line.cash_day === line.payment_due ? "" : `（満期 ${formatDate(line.cash_day)}）`}
            </span>
            {line.expired ? (
              <Chip tone="warn">見積の有効期限切れ（{formatDate(line.expired)}まで）</Chip>
            ) : null}
            <Chip tone={VERDICT_TONE[line.verdict]}>
              受領から{line.days}日・{VERDICT_LABEL[line.verdict]}
            </Chip>
          </span>
          {check.compared[index]?.previous ? (
            <div className="col-span-full">
              {leaps(check.compared[index].previous, line).map((text) => (
                <Chip key={text} tone="warn">
                  {text}
                </Chip>
              ))}
              <Difference {...check.compared[index]} at="/order/" />
              <DrawingsOf {...check.compared[index]} />
            </div>
          ) : null}
        </li>
      ))}
      {check.price === null ? null : (
        <li className="py-2 text-right">
          合計（税抜） <b className="text-section tabular-nums">{formatYen(check.price)}</b>
        </li>
      )}
    </ol>
  );
}
