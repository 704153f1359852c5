import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { list } from "~/lib/list/list.schema";
import { UNIT_LABEL, unit } from "~/lib/vocabulary/card.schema";
import { PART_DELIVERIES, PART_DELIVERY_LABEL } from "~/lib/vocabulary/part.delivery";
import { LINE_LABEL } from "./order.fields";
import { orderFilter } from "./order.filter.schema";
import { orderList } from "./order.list";
import { orderStatusName, statusText } from "./order.row.schema";

/** As its last version and its cards have it now; amounts are null to those who may not see them. */
const orderLineRow = z.object({
  key: z.number(),
  order_key: z.number(),
  order_id: z.string(),
  order_date: z.string(),
  seller_name: z.string(),
  buyer_name: z.string(),
  line_no: z.number(),
  card_id: z.string(),
  status: orderStatusName,
  is_cost: z.boolean(),
  num_cards: z.number(),
  num_shipped: z.number(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  num_items: z.string(),
  order_unit: unit,
  num_units: z.string(),
  unit,
  unit_price: z.string().nullable(),
  price: z.number().nullable(),
  delivery_date: z.string(),
  answered_date: z.string().nullable(),
  process_name: z.string().nullable(),
  part_delivery: z.enum(PART_DELIVERIES).nullable(),
  num_delivered: z.string(),
  num_rest: z.string(),
  num_again: z.string(),
  num_pending: z.string(),
  num_closed: z.string(),
  destination: z.string().nullable(),
  note: z.string().nullable(),
});
export type OrderLineRow = z.output<typeof orderLineRow>;

export const orderLines = list({
  path: "/order/line",
  api: "/orders/details",
  title: "外注依頼書明細",
  counter: "行",
  key: "key",
  filter: orderFilter,
  order: "-order_date",
  fields: orderList.fields,
  row: orderLineRow,
  empty: orderList.empty,
  columns: [
    { name: "order_id", label: LINE_LABEL.order_id, kind: "code" },
    { name: "order_date", label: "依頼日", kind: "date", sort: true },
    { name: "seller_name", label: "依頼先", kind: "text" },
    { name: "line_no", label: "行", kind: "count" },
    { name: "card_id", label: "カード番号", kind: "code" },
    {
      name: "status",
      label: "状態",
      kind: "text",
      text: (row) => (row.is_cost ? "費用" : statusText(row)),
    },
    { name: "name", label: LINE_LABEL.name, kind: "text" },
    { name: "drawing_no", label: LINE_LABEL.drawing_no, kind: "code" },
    { name: "drawing_revision", label: LINE_LABEL.drawing_revision, kind: "text" },
    { name: "num_items", label: LINE_LABEL.num_items, kind: "quantity" },
    {
      name: "order_unit",
      label: CARD_LABEL.order_unit,
      kind: "text",
      text: (row) => UNIT_LABEL[row.order_unit],
    },
    { name: "num_units", label: "請求数量", kind: "quantity" },
    { name: "unit", label: CARD_LABEL.unit, kind: "text", text: (row) => UNIT_LABEL[row.unit] },
    { name: "unit_price", label: LINE_LABEL.unit_price, kind: "quantity" },
    { name: "price", label: "金額（税抜）", kind: "yen" },
    { name: "delivery_date", label: "希望納期", kind: "date" },
    { name: "answered_date", label: "回答納期", kind: "date" },
    { name: "num_delivered", label: "納入数", kind: "quantity" },
    { name: "num_rest", label: "注文残", kind: "quantity" },
    { name: "num_again", label: "うち不合格の残り", kind: "quantity" },
    { name: "num_pending", label: "うち検収待ち", kind: "quantity" },
    { name: "num_closed", label: "打切", kind: "quantity" },
    { name: "process_name", label: LINE_LABEL.process_name, kind: "text" },
    {
      name: "part_delivery",
      label: LINE_LABEL.part_delivery,
      kind: "text",
      text: (row) => row.part_delivery && PART_DELIVERY_LABEL[row.part_delivery],
    },
    { name: "destination", label: LINE_LABEL.destination, kind: "text" },
    { name: "note", label: LINE_LABEL.note, kind: "text" },
  ],
});
