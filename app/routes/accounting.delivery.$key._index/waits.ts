import type { Wait } from "~/components/list/Waits";
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
            text: `検収の返事を待たれています（${asked.length}件）。`,
            label: "返事をする",
            href: `${at}/inspection/${asked[0].key}?act=answer`,
          },
        ]
      : []),
  ];
}
