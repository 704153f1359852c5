import type { ChipTone } from "~/components/list/Chip";
import type { Wait } from "~/components/list/Waits";
import { DELIVERY_STATE_TONE } from "~/lib/accounting/delivery.list";
import { DELIVERY_STATE_LABEL, type DeliveryState } from "~/lib/accounting/delivery.schema";
import { dueText } from "~/lib/accounting/inspection";
import type { InspectionSheet } from "~/lib/accounting/inspection.schema";

type Sheet = Pick<InspectionSheet, "key" | "may_inspect"> & {
  lines: { rows: Pick<InspectionSheet["lines"][number]["rows"][number], "key" | "may_answer">[] }[];
};

/** 検収 waits for who received it, a reply for who sent it. */
export function waitsOf({ key, may_inspect, lines }: Sheet): Wait[] {
  const at = `/accounting/delivery/${key}`;
  const asked = lines.flatMap(({ rows }) => rows.filter((row) => row.may_answer));
  return [
    ...(may_inspect ? [{ text: "検収待ちです。", label: "検収する", href: `${at}/inspect` }] : []),
    ...(asked[0]
      ? [
          {
            text: `検収への回答を、取引先が待っています（${asked.length}件）。`,
            label: "回答する",
            href: `${at}/inspection/${asked[0].key}?act=answer`,
          },
        ]
      : []),
  ];
}

type Goods = Pick<InspectionSheet["lines"][number], "state" | "due">[];

const hasFailed = (lines: Goods) => lines.some(({ state }) => state === "partial" || state === "failed");

/** The page's one word on how it stands, said where nothing waits: what waits says it otherwise. */
export function verdictOf(state: DeliveryState, lines: Goods): { tone: ChipTone; text: string } {
  if (state === "inspected" && hasFailed(lines))
    return { tone: "warn", text: `${DELIVERY_STATE_LABEL[state]}・不合格あり` };
  return { tone: DELIVERY_STATE_TONE[state], text: DELIVERY_STATE_LABEL[state] };
}

/** How many lines 検収 has been through, and what it found; null where nothing is inspected. */
export function inspectedOf(lines: Goods) {
  const goods = lines.filter((line) => line.state !== null);
  const pending = goods.filter((line) => line.state === "pending");
  if (goods.length === 0) return null;
  const value = `${goods.length - pending.length} / ${goods.length}行`;
  if (pending[0]) return { value, note: dueText(pending[0]) ?? "検収待ち" };
  return { value, note: hasFailed(goods) ? "不合格があります" : "検収済み" };
}
