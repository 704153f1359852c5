import { amountProblem, lineAmount } from "~/lib/money/amount";
import { compareDecimal } from "~/lib/money/decimal";
import { convert, unitProblem } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { emptyText, unchosenText } from "~/lib/text/text.schema";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { LINE_LABEL } from "./order.fields";
import type { OrderInput, OrderLineInput } from "./order.schema";
import { supplied, supplyProblems } from "./order.supply";

// Nine digits before the point, as a quantity that is typed.
const MAX_UNITS = "999999999.999";

export type Errors = Record<string, string[]>;

type Product = {
  name: string;
  drawing_no: string | null;
  drawing_revision: string | null;
  order_unit: Unit;
  unit: Unit;
  unit_weight: string | null;
  pieces_per_set: string | null;
};
type LineFacts = {
  product: Product | null;
  agreed: string | null;
  /** The price list names no price for this quantity: 要相談. */
  isOpen: boolean;
  places: Map<number, string>;
  rounding: Rounding;
};

type Head = Pick<OrderInput, "order_date" | "delivery_date" | "destination_id" | "destination">;

export function resolveLine(line: OrderLineInput, head: Head, known: LineFacts) {
  const { product } = known;
  const problems: [field: string, sentence: string][] = [];
  const say = (field: string, sentence: string | false | null | undefined) => {
    if (sentence) problems.push([field, sentence]);
  };

  say("product_id", line.product_id !== undefined && !product && "この依頼先の商品から選択してください");
  say("name", line.product_id === undefined && !line.name && "商品を選択するか、品名を入力してください");

  const delivery_date = line.delivery_date ?? head.delivery_date;
  say("delivery_date", !delivery_date && emptyText(LINE_LABEL.delivery_date));
  say(
    "delivery_date",
    delivery_date && delivery_date < head.order_date && "納期は依頼日以降の日付を入力してください",
  );

  const destination_id = line.destination_id ?? (head.destination ? undefined : head.destination_id);
  const destination = destination_id === undefined ? head.destination : known.places.get(destination_id);
  say("destination_id", !destination && unchosenText(LINE_LABEL.destination_id));
  for (const [field, sentence] of supplyProblems(line)) say(field, sentence);

  const order_unit = line.order_unit ?? product?.order_unit ?? line.unit ?? "piece";
  const measure = {
    order_unit,
    unit: line.unit ?? product?.unit ?? order_unit,
    unit_weight: product?.unit_weight ?? null,
    pieces_per_set: product?.pieces_per_set ?? null,
  };
  const stranger = unitProblem(measure);
  say("unit", stranger && `${stranger}。商品に登録されていないときは、注文単位と同じ単位を選択してください`);
  const price = priced(line, head, known, say);
  const num_units = stranger ? line.num_items : convert(line.num_items, measure);
  const much =
    compareDecimal(num_units, MAX_UNITS) > 0 ? "数量が大きすぎます。数量と単位を確認してください" : null;
  const dear = price === null || much ? null : amountProblem(num_units, price);
  say("num_items", wholeProblem(line.num_items, order_unit));
  say("num_items", much);
  say("unit_price", dear);
  const amount = price === null || much || dear ? null : lineAmount(num_units, price, known.rounding);

  return {
    problems,
    destination_id: destination_id ?? null,
    destination: destination ?? null,
    delivery_date: delivery_date ?? head.order_date,
    ...measure,
    num_units,
    unit_price: price,
    price: amount,
    product_id: line.product_id ?? null,
    name: line.name ?? product?.name ?? "",
    drawing_no: line.drawing_no ?? product?.drawing_no ?? null,
    drawing_revision: line.drawing_revision ?? product?.drawing_revision ?? null,
    num_items: line.num_items,
    delivery_time: line.delivery_time ?? null,
    supply: line.supply ?? null,
    supplied_material: line.supplied_material ?? null,
    ...supplied(line),
    over_pct: line.over_pct ?? null,
    under_pct: line.under_pct ?? null,
    undetermined_reason: price === null ? (line.undetermined_reason ?? null) : null,
    planned_fix_date: price === null ? (line.planned_fix_date ?? null) : null,
    process_name: line.process_name ?? null,
    part_delivery: line.part_delivery ?? ("allowed" as const),
    note: line.note ?? null,
    tooling_award: line.tooling_award ?? null,
  };
}

/** Null where it is said to be undetermined, and why and until when (R2-2 item 12). */
function priced(
  line: OrderLineInput,
  { order_date }: Head,
  { agreed, isOpen }: LineFacts,
  say: (field: string, sentence: string | false) => void,
): string | null {
  if (line.unit_price !== undefined) return line.unit_price;
  const open = line.undetermined_reason !== undefined || line.planned_fix_date !== undefined;
  if (!open && agreed !== null) return agreed;
  if (!open)
    say(
      "unit_price",
      `${isOpen ? "この数量の単価は決まっていません（要相談）。依頼先に相談して、" : ""}単価を入力するか、単価未定の理由と決定予定日を入力してください`,
    );
  else {
    say("undetermined_reason", !line.undetermined_reason && emptyText(LINE_LABEL.undetermined_reason));
    say("planned_fix_date", !line.planned_fix_date && emptyText(LINE_LABEL.planned_fix_date));
    say(
      "planned_fix_date",
      line.planned_fix_date !== undefined &&
        line.planned_fix_date < order_date &&
        "決定予定日は依頼日以降の日付を入力してください",
    );
  }
  return null;
}
