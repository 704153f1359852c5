import { Strip } from "~/components/list/Strip";
import { boardHref } from "~/lib/task/board.paging";
import type { Board } from "~/lib/task/board.schema";

type Props = { summary: Board["summary"]; filter: Record<string, string>; side: "seller" | "buyer" | null };
type Count = { label: string; count: number; query: Record<string, string>; tone?: string };

/** A press on the one in force takes it off again. */
const STRIP_FILTERS = [
  "late",
  "soon",
  "urgent",
  "stalled",
  "state",
  "delivery_date_from",
  "delivery_date_to",
];

export function Summary({ summary, filter, side }: Props) {
  const rest = Object.fromEntries(Object.entries(filter).filter(([name]) => !STRIP_FILTERS.includes(name)));
  const counts: Count[] = [
    { label: "全", count: summary.total, query: {} },
    { label: "遅れ", count: summary.late, query: { late: "on" }, tone: "font-bold text-bad" },
    { label: "今日・明日", count: summary.soon, query: { soon: "on" }, tone: "font-bold text-warn" },
    { label: "至急", count: summary.urgent, query: { urgent: "on" }, tone: "font-bold" },
    ...(side === "buyer"
      ? []
      : [
          { label: "作業中", count: summary.working, query: { state: "working" } },
          { label: "中断", count: summary.paused, query: { state: "paused" } },
          { label: "途中", count: summary.partial, query: { state: "partial" } },
        ]),
    { label: "停滞", count: summary.stalled, query: { stalled: "on" } },
    { label: "出荷待ち", count: summary.ready, query: { state: "ready" } },
  ];
  const asked = JSON.stringify(Object.entries(filter).filter(([name]) => STRIP_FILTERS.includes(name)));
  return (
    <Strip
      name="まとめ"
      figures={counts.map(({ label, count, query, tone = "" }) => {
        const current = asked === JSON.stringify(Object.entries(query));
        return {
          label,
          text: count.toLocaleString("ja-JP"),
          href: boardHref(current ? rest : { ...rest, ...query }),
          current,
          tone: count > 0 ? tone : "text-muted",
          unit: label === "全" ? "枚" : undefined,
        };
      })}
    />
  );
}
