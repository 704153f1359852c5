import type { DayText } from "~/lib/company/paper.party";
import { formatNumber, formatYenPrint } from "~/lib/money/decimal";
import { SUPPLY_LABEL } from "~/lib/vocabulary/supply";
import type { SupplyOfOrder } from "./supply.schema";

/** R2-2 item 11 of what was handed over since the order was sent: it stands on the paper as it is now. */
export const suppliedTexts = (items: SupplyOfOrder, day: DayText): string[] =>
  items.map((of) =>
    [
      `${SUPPLY_LABEL[of.kind]}（${of.line_no}行目）：${of.item} ${formatNumber(of.quantity)}${of.unit}`,
      of.price === null ? null : `対価 ${formatYenPrint(of.price)}円(税抜)`,
      `引渡 ${day(of.move_date)}`,
      of.settlement_date && `決済 ${day(of.settlement_date)}`,
      of.settlement_from && `製品の代金の支払日 ${day(of.settlement_from)} より前に決済しません`,
    ]
      .filter(Boolean)
      .join("　"),
  );
