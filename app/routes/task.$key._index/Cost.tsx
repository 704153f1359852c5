import { Table } from "~/components/list/Table";
import type { CardCost } from "~/lib/bi/cost.schema";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { minutesText } from "~/lib/time/minutes";
import { Section } from "./parts.lists";

const MACHINE: Column<CardCost["rows"][number]> = {
  name: "machine_minutes",
  label: "機械時間",
  kind: "count",
  text: ({ machine_minutes }) => (machine_minutes > 0 ? minutesText(machine_minutes) : null),
  sum: ({ machine_minutes }) => minutesText(Number(machine_minutes)),
};

const columns = (isUnmanned: boolean): Column<CardCost["rows"][number]>[] => [
  { name: "label", label: "工程", kind: "text" },
  {
    name: "minutes",
    label: "実働",
    kind: "count",
    fact: 1,
    text: ({ minutes }) => minutesText(minutes),
    sum: ({ minutes }) => minutesText(Number(minutes)),
  },
  ...(isUnmanned ? [MACHINE] : []),
  {
    name: "standard_minutes",
    label: "標準時間",
    kind: "count",
    text: ({ standard_minutes }) =>
      standard_minutes === null ? null : minutesText(Math.round(standard_minutes)),
  },
  { name: "hourly_rate", label: "時間単価（円/時）", kind: "yen" },
  { name: "yen", label: "金額", kind: "yen", fact: 2 },
];

/** 実績原価: for those with 会計. */
export function Cost({ cost }: { cost: CardCost }) {
  if (cost.rows.length === 0) return null;
  const { rows, minutes, machine_minutes, yen, missing } = cost;
  const isUnmanned = machine_minutes > 0;
  return (
    <Section title="実績原価">
      <p className="text-note text-muted">
        社内の作業だけの費用です（材料と外注は含みません）。実働（休憩・中断を除き、同時に進めたカードには等分）×
        メタ情報のいまの時間単価。
        {isUnmanned ? "無人運転の機械時間は、金額に入っていません。" : null}
      </p>
      <Table
        columns={columns(isUnmanned)}
        page={{ ...unpaged(rows), sums: { minutes, machine_minutes, yen } }}
        title="実績原価"
      />
      {missing.length > 0 ? (
        <p className="text-note text-warn">
          時間単価のない工程は、合計に入っていません：{missing.join("、")}（設定 → メタ情報 → 工程）
        </p>
      ) : null}
    </Section>
  );
}
