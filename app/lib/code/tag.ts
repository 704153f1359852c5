import { CARD_LABEL } from "~/lib/fields/card.fields";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import type { Tag } from "~/lib/vocabulary/paper";
import type { TagRow } from "./code.schema";

export const BOXES_MAX = 50;

export const codeUrl = (origin: string, token: string) => `${origin}/s/${token}`;

/** The last box has the rest; null where only the number of boxes is known. */
export function boxesOf(num_items: string, boxes: number, per_box: string | null): (string | null)[] {
  if (per_box === null) return Array.from({ length: boxes }, () => null);
  const [all, each] = [milli(num_items), milli(per_box)];
  const full = all > each ? (all - 1n) / each : 0n;
  return Array.from({ length: Number(full) + 1 }, (_, index) =>
    decimal(BigInt(index) < full ? each : all - each * full),
  );
}

export function tagsFor(
  row: TagRow,
  processes: { group_id: number; label: string }[],
  boxes: (string | null)[],
  origin: string,
  owner: string,
): Tag[] {
  const at = processes.findIndex((one) => one.group_id === row.group_id);
  const facts = [
    ...(boxes.length > 1 ? [{ label: "総数", text: `${formatNumber(row.num_items)} ${row.unit}` }] : []),
    { label: "品番", text: row.product_code ?? "" },
    {
      label: CARD_LABEL.delivery_date,
      text: [row.delivery_date && formatDate(row.delivery_date), row.delivery_time].filter(Boolean).join(" "),
    },
    { label: "依頼元", text: row.buyer_name },
    { label: CARD_LABEL.order_id, text: row.order_id ?? "" },
    { label: CARD_LABEL.drawing_no, text: row.drawing_no ?? "" },
    { label: CARD_LABEL.destination, text: row.destination ?? "", wide: true as const },
  ];
  return boxes.map(
    (inside, index): Tag => ({
      key: `${row.key}-${index}`,
      kind: "現品票",
      number: row.id,
      title: row.name,
      facts,
      note: row.note,
      owner,
      mark: [row.is_urgent && "至急", row.task_type].filter(Boolean).join("・") || undefined,
      box: boxes.length > 1 ? `箱 ${index + 1}/${boxes.length}` : undefined,
      quantity:
        boxes.length > 1
          ? { label: "入数", text: inside === null ? "" : formatNumber(inside), unit: row.unit }
          : { label: "数量", text: formatNumber(row.num_items), unit: row.unit },
      steps: processes.slice(Math.max(at, 1)).map((one) => one.label),
      url: codeUrl(origin, row.token),
      code: row.token,
    }),
  );
}
