import type { Wait } from "~/components/list/Waits";
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

/** How many lines 検収 has been through, and what it found; null where nothing is inspected. */
export function inspectedOf(lines: Goods) {
  const goods = lines.filter((line) => line.state !== null);
  const pending = goods.filter((line) => line.state === "pending");
  if (goods.length === 0) return null;
  const value = `${goods.length - pending.length} / ${goods.length}行`;
  if (pending[0]) return { value, tone: "warn", note: dueText(pending[0]) ?? "検収待ち" } as const;
  if (goods.every((line) => line.state === "passed"))
    return { value, tone: "good", note: "検収済み" } as const;
  return { value, tone: "bad", note: "不合格があります" } as const;
}
