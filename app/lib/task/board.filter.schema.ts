import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { FilterField } from "~/lib/list/list.schema";
import { checkbox, optionalChoice, optionalKey, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { TASK_TYPE_LABEL } from "~/lib/vocabulary/card.schema";

const named = z.array(z.object({ id: z.string(), name: z.string() }));
export const boardChoices = z.object({ partners: named, collaborators: named, workers: named });
export type BoardChoices = z.infer<typeof boardChoices>;
/** 通常 is a card without a task_type. */
const KINDS = ["normal", "defective", "division", "part"] as const;
const STATE_LABEL = {
  inbox: "新規依頼",
  working: "作業中",
  paused: "中断",
  partial: "途中",
  ready: "出荷待ち",
};

export const boardFilter = z.object({
  q: optionalText("検索", 100),
  buyer_id: optionalText("依頼元", 40),
  seller_id: optionalText("依頼先", 40),
  name: optionalText("商品", 60),
  collab_id: optionalText("協力会社", 40),
  worker_id: optionalKey("作業者"),
  is_billing_target: optionalChoice("請求対象", ["on", "off"]),
  late: checkbox(),
  soon: checkbox(),
  urgent: checkbox(),
  stalled: checkbox(),
  state: optionalChoice("状況", ["inbox", "working", "paused", "partial", "ready"]),
  task_type: optionalChoice("種別", KINDS),
  delivery_date_from: optionalDate(`${CARD_LABEL.delivery_date}（から）`),
  delivery_date_to: optionalDate(`${CARD_LABEL.delivery_date}（まで）`),
});

export type BoardFilter = z.output<typeof boardFilter>;
type Side = "seller" | "buyer" | null;
export function boardFields(side: Side, { partners, collaborators, workers }: BoardChoices): FilterField[] {
  const options = (of: { id: string; name: string }[]) =>
    of.map(({ id, name }) => ({ value: id, label: name }));
  const own: FilterField[] =
    side === "buyer"
      ? []
      : [
          {
            name: "collab_id",
            label: "協力会社",
            kind: "select",
            more: true,
            options: options(collaborators),
          },
          { name: "worker_id", label: "作業者", kind: "select", more: true, options: options(workers) },
          {
            name: "state",
            label: "状況",
            kind: "select",
            more: true,
            options: Object.entries(STATE_LABEL).map(([value, label]) => ({ value, label })),
          },
        ];
  return [
    { name: "q", label: "検索", kind: "text" },
    side === "buyer"
      ? { name: "seller_id", label: "依頼先", kind: "select", options: options(partners) }
      : { name: "buyer_id", label: "依頼元", kind: "select", options: options(partners) },
    { name: "late", label: "遅れのみ", kind: "check" },
    { name: "urgent", label: "至急のみ", kind: "check" },
    { name: "name", label: "商品", kind: "text", more: true },
    { name: "delivery_date_from", label: `${CARD_LABEL.delivery_date}（から）`, kind: "date", more: true },
    { name: "delivery_date_to", label: `${CARD_LABEL.delivery_date}（まで）`, kind: "date", more: true },
    {
      name: "task_type",
      label: "種別",
      kind: "select",
      more: true,
      options: KINDS.map((value) => ({ value, label: value === "normal" ? "通常" : TASK_TYPE_LABEL[value] })),
    },
    {
      name: "is_billing_target",
      label: CARD_LABEL.is_billing_target,
      kind: "select",
      more: true,
      options: [
        { value: "on", label: "対象" },
        { value: "off", label: "対象外" },
      ],
    },
    ...own,
    { name: "soon", label: "今日・明日", kind: "check", more: true },
    { name: "stalled", label: "停滞のみ", kind: "check", more: true },
  ];
}
