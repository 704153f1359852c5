import type { z } from "zod";
import type { Option } from "~/lib/list/option";
import { formatNumber } from "~/lib/money/decimal";
import type { cardChoices } from "~/lib/task/card.page.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Choices = z.output<typeof cardChoices>;

/** By its number and name, whose it is and what it costs. */
export const productChoice =
  (buyers: Choices["buyers"]) =>
  ({
    product_id,
    code,
    name,
    buyer_id,
    order_unit,
    unit,
    unit_price,
  }: Choices["products"][number]): Option => {
    const owner = buyers.find((buyer) => buyer.id === buyer_id)?.name ?? "";
    const price = unit_price === null ? "" : ` ${formatNumber(unit_price)}円/${UNIT_LABEL[unit]}`;
    const label = `${code} ${name}（${owner}）${price}`;
    return { value: String(product_id), label, fill: { buyer_id, name, order_unit, unit } };
  };
