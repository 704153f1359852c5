import { z } from "zod";
import { yen } from "~/lib/money/number.schema";
import { checkbox, optional, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { LINE_LABEL, lineFields } from "./order.fields";
import { orderStatusName } from "./order.row.schema";

export const orderFilter = z.object({
  q: optionalText("検索", 100),
  status: orderStatusName.optional(),
  late: checkbox(),
  unread: checkbox(),
  unanswered: checkbox(),
  min_price: optional(yen("金額（以上）")),
  max_price: optional(yen("金額（以下）")),
  seller_id: optionalText("依頼先", 40),
  order_id: optional(lineFields.order_id),
  order_date_from: optionalDate("依頼日（から）"),
  order_date_to: optionalDate("依頼日（まで）"),
  delivery_date_from: optionalDate(`${LINE_LABEL.delivery_date}（から）`),
  delivery_date_to: optionalDate(`${LINE_LABEL.delivery_date}（まで）`),
});
export type OrderFilter = z.output<typeof orderFilter>;
