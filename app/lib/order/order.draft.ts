import { formatNumber } from "~/lib/money/decimal";
import type { ProductRow } from "~/lib/product/product.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { OrderForm } from "./order";
import type { Order } from "./order.row.schema";
import type { OrderedLine } from "./previous.schema";

export type Cells = Record<string, string | undefined>;
export type Typed = Record<string, unknown> & { lines?: (Cells | null | undefined)[] };

// A line in which nothing was typed comes back from a post as null.
export const filled = (line: Cells | null | undefined): line is Cells =>
  Boolean(line) && Object.values(line!).some(Boolean);

/** What a 下書き keeps of a post: cells left empty come back empty by themselves. */
export function typedDraft(posted: [string, unknown][]) {
  const fields = posted.filter(
    (one): one is [string, string] => typeof one[1] === "string" && one[1] !== "" && /^[a-z]/.test(one[0]),
  );
  const said = (name: string) => fields.find((one) => one[0] === name)?.[1];
  return { key: said("draft_key"), version: said("draft_version"), seller_id: said("seller_id"), fields };
}

/** Lines without a price of their own or of a product: what 見積依頼 can ask for. `wrong`: by name of field. */
export const unpriced = ({ lines = [] }: Typed, wrong: object = {}): { index: number; name: string }[] =>
  lines.flatMap((line, index) => {
    if (!filled(line) || line.unit_price) return [];
    const isRefused = `lines[${index}].unit_price` in wrong;
    if (line.product_id && !line.undetermined_reason && !isRefused) return [];
    const name = line.name || line.product_id_label;
    return name ? [{ index, name }] : [];
  });

const ASKED = ["product_id", "name", "drawing_no", "drawing_revision", "order_unit", "unit", "num_items"];

/** What 見積依頼 asks for a line, with the files that were attached to it and to the whole order. */
export function askedLine(typed: Typed, index: number): Cells {
  const line = typed.lines?.[index] ?? {};
  const attached = [line.files, typed.files].flatMap((keys) => String(keys ?? "").split(" ")).filter(Boolean);
  const files = [...new Set(attached)].join(" ");
  const wish_date = line.delivery_date || String(typed.delivery_date ?? "");
  const said = [...ASKED.map((name) => [name, line[name]]), ["wish_date", wish_date], ["files", files]];
  return Object.fromEntries(said.filter((one) => one[1]));
}

/** What the form of 見積依頼 begins with for a line. */
export function quoteQuery(typed: Typed, index: number): URLSearchParams {
  const { files, ...line } = askedLine(typed, index);
  const more = {
    seller_id: String(typed.seller_id ?? ""),
    destination: String(typed.destination ?? ""),
    destination_id: typed.lines?.[index]?.destination_id || String(typed.destination_id ?? ""),
    order_files: files,
  };
  return new URLSearchParams(
    Object.entries({ ...line, ...more }).filter((one): one is [string, string] => Boolean(one[1])),
  );
}

/** A product's own price counts as stated (R2-2). */
export function draftOf(
  typed: Typed,
  known: { seller: string; buyer: string; payment_terms: string },
): OrderForm {
  const text = (name: string) => (typed[name] ? String(typed[name]) : undefined);
  return {
    ...known,
    order_date: text("order_date"),
    inspection_days: text("inspection_days"),
    payment_method: text("payment_method") ?? "transfer",
    payment_detail: text("payment_detail"),
    maturity: text("maturity"),
    supply_terms: text("supply_terms"),
    lines: (typed.lines ?? []).filter(filled).map((line) => ({
      ...line,
      name: line.name || line.product_id,
      delivery_date: line.delivery_date || text("delivery_date"),
      destination: line.destination_id || text("destination") || text("destination_id"),
      unit_price: line.unit_price || (line.undetermined_reason ? undefined : line.product_id),
    })),
  };
}

/** 型・治具代 is ordered once: no repeat has it. */
export const toolingOf = ({ lines }: Order) => lines.filter((line) => line.is_tooling && !line.is_off);

export function copied(order: Order): Typed {
  const { inspection_days, payment_method, payment_detail, maturity, maturity_unit, supply_terms, note } =
    order;
  return {
    inspection_days: String(inspection_days),
    payment_method,
    payment_detail: payment_detail ?? "",
    maturity: maturity === null ? "" : String(maturity),
    maturity_unit: maturity_unit ?? "",
    supply_terms: supply_terms ?? "",
    note: note ?? "",
    lines: order.lines
      .filter((line) => !line.is_off && !line.is_tooling && !line.is_cost)
      .map((line) => Object.fromEntries(COPIED.map((name) => [name, copiedCell(line, name)]))),
  };
}

const COPIED = [
  "product_id",
  "name",
  "drawing_no",
  "drawing_revision",
  "num_items",
  "order_unit",
  "unit",
  "unit_price",
  "delivery_time",
  "supply",
  "supplied_material",
  "supply_quantity",
  "supply_unit",
  "supply_price",
  "over_pct",
  "under_pct",
  "process_name",
  "part_delivery",
  "note",
] as const;
// 可 is what an empty cell says, too.
const copiedCell = (line: Pick<OrderedLine, (typeof COPIED)[number]>, name: (typeof COPIED)[number]) =>
  name === "part_delivery" && line[name] === "allowed" ? "" : String(line[name] ?? "");

/** Of an earlier line what a new one would say again: no day, and the product is the line's own. */
export const repeated = (line: OrderedLine): Cells =>
  Object.fromEntries(
    COPIED.filter((name) => name !== "product_id").map((name) => [name, copiedCell(line, name)]),
  );

export const FURTHER = [
  "drawing_no",
  "drawing_revision",
  "delivery_time",
  "destination_id",
  "supply",
  "supplied_material",
  "supply_quantity",
  "supply_unit",
  "supply_price",
  "supply_date",
  "over_pct",
  "under_pct",
  "process_name",
  "part_delivery",
  "undetermined_reason",
  "planned_fix_date",
];

/** Without its price: that depends on the order's date and the line's quantity. */
export function productOption(product: ProductRow) {
  const price =
    product.unit_price === null ? "" : `　¥${formatNumber(product.unit_price)}/${UNIT_LABEL[product.unit]}`;
  const label = `${product.code} ${product.name}${price}`;
  return {
    value: String(product.product_id),
    label,
    fill: {
      name: product.name,
      drawing_no: product.drawing_no ?? "",
      drawing_revision: product.drawing_revision ?? "",
      order_unit: product.order_unit,
      unit: product.unit,
    },
  };
}

type ProductChoice = ReturnType<typeof productOption>;

/** `chosen`: the product that the line has, or that its 品名 names by its code. */
export function withProduct(line: Cells, chosen: ProductChoice | undefined): Cells {
  if (!chosen) return line;
  if (line.product_id) return { ...line, product_id_label: chosen.label };
  const typed = Object.fromEntries(Object.entries(line).filter(([, text]) => text));
  return {
    ...line,
    ...chosen.fill,
    ...typed,
    name: chosen.fill.name,
    product_id: chosen.value,
    product_id_label: chosen.label,
  };
}
