import { Button } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { Lines } from "~/components/form/Lines";
import { ALL_COLUMNS } from "~/components/form/lines.columns";
import type { Order } from "~/lib/order/order.row.schema";
import { MAX_LINES } from "~/lib/order/order.schema";
import { toleranceLabel } from "~/lib/vocabulary/tolerance";
import { changeColumns } from "./columns";

/**
 * `last`: the order's last line; what is added is counted on from there. `focus`: the line that the page was
 * opened for.
 */
type Props = { order: Order; further: boolean; last: number; focus: string | null };

export function ChangeLines({ order: of, further, last, focus }: Props) {
  return (
    <FieldSet legend="明細">
      <p className="text-note text-muted">
        行を追加すると、新しい明細になります。品名には商品番号も入力でき、単価の空欄は商品マスタの単価（依頼日時点）になります。やめる行は、削除せずに「取り消す」を選んでください。
      </p>
      <Lines name="lines" columns={changeColumns(of, further, focus)} max={MAX_LINES} last={last}>
        {further ? null : (
          <Button name="__intent__" value={ALL_COLUMNS} formNoValidate tone="plain">
            納入時刻・支給・許容差の列を出す
          </Button>
        )}
      </Lines>
      {further ? (
        <p className="text-note text-muted">
          支給をやめる行は「支給なしにする」を選んでください。許容差が空欄の行は、
          {toleranceLabel(of.tolerance)}です。
        </p>
      ) : null}
    </FieldSet>
  );
}
