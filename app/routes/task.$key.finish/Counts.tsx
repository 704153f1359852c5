import type { SubmissionResult } from "@conform-to/dom";
import { Button } from "~/components/form/Button";
import { AskedField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { formatNumber } from "~/lib/money/decimal";
import { tallyText } from "~/lib/task/work.tally";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  card: CardRow;
  reply?: SubmissionResult<string[]>;
  num_left: string;
  num_before: string;
};

export const NO_COUNTS = { num_good: "", num_defective: "", num_partial: "" };

export function Counts({ card, reply, num_left, num_before }: Props) {
  const unit = UNIT_LABEL[card.order_unit];
  const typed = (name: keyof typeof NO_COUNTS) => String(reply?.initialValue?.[name] ?? "");
  const tally = { num_items: card.num_items, before: num_before };
  const line = tallyText(tally, {
    num_good: typed("num_good"),
    num_defective: typed("num_defective"),
    num_partial: typed("num_partial"),
  });
  return (
    <FieldSet
      legend={`数量 ${formatNumber(card.num_items)}${unit}のうち、この工程の残り ${formatNumber(num_left)}${unit}`}
      columns={3}
    >
      <NumberField
        name="num_good"
        label="良品数"
        unit={unit}
        optional
        help="空けておくと、残りから不良数と途中数を引いた数になります。"
      />
      <NumberField name="num_defective" label="不良数" unit={unit} optional />
      <NumberField
        name="num_partial"
        label="途中数"
        unit={unit}
        optional
        help="まだ終わっていない分です。入れると、カードはこの工程に残ります。"
      />
      <AskedField name="over" label="予定数を超えて登録する" />
      <p className="col-span-full flex flex-wrap items-center gap-4">
        <output
          data-rare
          data-tally={JSON.stringify(tally)}
          className={`font-bold tabular-nums ${line.includes("超え") ? "text-bad" : ""}`}
        >
          {line}
        </output>
        {num_left === "0" ? null : (
          <Button name="all_good" value="on" formNoValidate>
            全数良品で完了（{formatNumber(num_left)}
            {unit}）
          </Button>
        )}
      </p>
    </FieldSet>
  );
}
