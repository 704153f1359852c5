import type { SubmissionResult } from "@conform-to/dom";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Option } from "~/lib/list/option";
import { formatNumber } from "~/lib/money/decimal";
import { dividing } from "~/lib/task/branch.schema";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  card: CardRow;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
  back: string;
  returning: string;
  left: string;
  shares: string[];
  first: number;
  num_parts: number;
  steps: Option[];
};

const SCALE = [
  { value: "yes", label: "部品も同じ比率で分ける" },
  { value: "no", label: "部品は分けない" },
];

export function DivideForm({
  card,
  reply,
  idempotency_key,
  back,
  returning,
  left,
  shares,
  first,
  num_parts,
  steps,
}: Props) {
  const unit = UNIT_LABEL[card.order_unit];
  const columns: LineColumn[] = [
    { name: "num_items", label: CARD_LABEL.num_items, kind: "number", unit, total: true },
    { name: "delivery_date", label: CARD_LABEL.delivery_date, kind: "date", lean: "coming", optional: true },
    {
      name: "group_id",
      label: "移動先",
      kind: "select",
      optional: true,
      options: [{ value: "", label: `今の工程（${card.status}）` }, ...steps],
      width: "wide",
    },
  ];
  const parts = shares.map((num_items) => ({
    num_items,
    delivery_date: card.delivery_date ?? "",
    group_id: "",
  }));
  return (
    <SchemaForm
      id="divide"
      action={`/task/${card.key}/divide${returning}`}
      schema={dividing}
      reply={reply}
      version={card.version}
      idempotency_key={idempotency_key}
      submit="分割する"
      cancel={back}
      values={{ parts, scale_parts: "yes" }}
      wide
    >
      <section className="grid gap-2">
        <h2>分けたあとの数量</h2>
        <p className="text-note text-muted">
          1行目はこのカード（{card.id}）に残ります。2行目からは枝 {card.id}-{first}、{card.id}-{first + 1} …
          になります。 合計が {formatNumber(left)}
          {unit} になるように入力してください。
        </p>
        <Lines name="parts" columns={columns} min={2} max={50} />
      </section>
      <FieldSet legend="部品とメモ">
        {num_parts > 0 ? (
          <RadioField name="scale_parts" label={`部品カード ${num_parts}枚`} options={SCALE} />
        ) : (
          <p className="text-muted">このカードに、作りかけの部品カードはありません。</p>
        )}
        <TextArea name="reason" label="メモ" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
      </FieldSet>
    </SchemaForm>
  );
}
