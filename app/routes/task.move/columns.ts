import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Column, Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { EXCEPTION_LABEL, type MoveResults } from "~/lib/task/move.schema";
import type { Answer } from "./step";

type Result = MoveResults["items"][number];
const exceptionsText = (one: Result) =>
  one.exceptions.map((what) => EXCEPTION_LABEL[what]).join("・") +
  (one.num_rest ? `（残り${formatNumber(one.num_rest)}）` : "");
export function columnsOf(step: Answer["step"]): Column<any>[] {
  const good = step === "check" ? "移動します" : step === "undone" ? "戻しました" : "移動しました";
  const state = (row: Result): [string, Tone] =>
    !row.ok
      ? [step === "check" ? "移動できません" : "失敗", "bad"]
      : step === "check" && row.exceptions.length > 0
        ? ["確認", "warn"]
        : [good, "good"];
  const log: Column<any> = {
    name: "log",
    label: "履歴",
    kind: "link",
    text: (row: Result) => (row.id ? "履歴" : null),
    link: (row: Result) => (row.id ? `/task/${row.key}?tab=log` : null),
  };
  return [
    {
      name: "id",
      label: "カード番号",
      kind: "code",
      link: (row: Result) => (row.id ? `/task/${row.key}` : null),
    },
    { name: "name", label: CARD_LABEL.name, kind: "text", fact: 1 },
    {
      name: "state",
      label: "結果",
      kind: "state",
      text: (row: Result) => state(row)[0],
      tone: (row: Result) => state(row)[1],
    },
    {
      name: "detail",
      label: "内容",
      kind: "text",
      fact: 2,
      text: (row: Result) => row.detail ?? ((step === "check" ? exceptionsText(row) : row.ended) || null),
    },
    ...(step === "check" ? [] : [log]),
  ];
}

export function reasonsOf(items: Result[]): string {
  const counts = new Map<string, number>();
  for (const { ok, detail } of items) if (!ok && detail) counts.set(detail, (counts.get(detail) ?? 0) + 1);
  return [...counts].map(([detail, count]) => `${detail}（${count}件）`).join(" ");
}
