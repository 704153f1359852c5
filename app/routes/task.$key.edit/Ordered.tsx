import { HiddenField } from "~/components/form/fields";
import { type Fact, Facts } from "~/components/list/Facts";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { ChangeLink } from "../task.$key._index/ChangeLink";

type Card = CardDetail["card"];
type Props = { card: Card; agreed: NonNullable<CardDetail["agreed"]>; amounts: boolean };

/** Of a name that is not here the value stands with another. */
const FACT: Record<string, (card: Card, fields: string[]) => Fact> = {
  name: ({ name }) => ({ label: CARD_LABEL.name, value: name }),
  order_id: ({ order_id }) => ({ label: CARD_LABEL.order_id, value: order_id }),
  drawing_no: ({ drawing_no, drawing_revision }, fields) => {
    const edition = fields.includes("drawing_revision") ? drawing_revision : null;
    return (
      (drawing_no ?? edition) !== null && {
        label: CARD_LABEL.drawing_no,
        value: [drawing_no, edition && `${CARD_LABEL.drawing_revision} ${edition}`]
          .filter(Boolean)
          .join("　"),
      }
    );
  },
  num_items: ({ num_items, order_unit }) => ({
    label: CARD_LABEL.num_items,
    value: `${formatNumber(num_items)} ${UNIT_LABEL[order_unit]}`,
  }),
  unit_price: ({ unit_price, unit }) => ({
    label: CARD_LABEL.unit_price,
    value: unit_price === null ? "未定" : `${formatNumber(unit_price)} 円/${UNIT_LABEL[unit]}`,
  }),
  unit_weight: ({ unit_weight }) =>
    unit_weight !== null && { label: CARD_LABEL.unit_weight, value: `${formatNumber(unit_weight)} kg/個` },
  pieces_per_set: ({ pieces_per_set }) =>
    pieces_per_set !== null && {
      label: CARD_LABEL.pieces_per_set,
      value: `${formatNumber(pieces_per_set)} 個`,
    },
  delivery_date: ({ delivery_date, delivery_time }) => ({
    label: CARD_LABEL.delivery_date,
    value: [delivery_date && formatDate(delivery_date), delivery_time].filter(Boolean).join(" "),
  }),
  destination: ({ destination }) => ({ label: CARD_LABEL.destination, value: destination }),
  note: ({ note }) =>
    note !== null && {
      label: CARD_LABEL.note,
      value: <span className="whitespace-pre-wrap">{note}</span>,
    },
};

/** The page sends a card whole: what stands goes along as it is. */
export function Ordered({ card, agreed, amounts }: Props) {
  const fields = agreed.fields.filter((name) => amounts || name !== "unit_price");
  const values = card as Record<string, unknown>;
  return (
    <section aria-label="注文の内容" className="rounded border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2>注文の内容</h2>
        <span className="ml-auto">
          <ChangeLink agreed={agreed} />
        </span>
      </div>
      <p className="mb-2 text-note text-muted">
        {agreed.line_no === null
          ? "注文で決まっているため、ここでは変えられません。"
          : "注文で決まっています。変えるときは変更依頼を出し、依頼元が同意すると変わります。"}
      </p>
      <Facts columns={2} facts={fields.map((name) => FACT[name]?.(card, fields))} />
      {fields.map((name) => (
        <HiddenField key={name} name={name} value={String(values[name] ?? "")} />
      ))}
    </section>
  );
}
