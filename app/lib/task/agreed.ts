import { CARD_LABEL } from "~/lib/fields/card.fields";

/** What an order says of its line: it changes where both sides say so (docs/decisions/139). */
const ORDERED = [
  "name",
  "order_id",
  "num_items",
  "unit_price",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "delivery_date",
  "delivery_time",
  "destination",
  "drawing_no",
  "drawing_revision",
  "note",
] as const;
type AgreedField = (typeof ORDERED)[number];

// Of what is made again no 変更依頼 says how many, when, where to and by which edition.
const AGAIN_OWN: AgreedField[] = [
  "num_items",
  "delivery_date",
  "delivery_time",
  "destination",
  "drawing_revision",
  "note",
];
const AMENDED: AgreedField[] = [
  "num_items",
  "unit_price",
  "delivery_date",
  "delivery_time",
  "destination",
  "drawing_revision",
];

/** `line_no`: null for what is made again, of which a 変更依頼 of the line says nothing. */
export type Agreed = { order_key: number; line_no: number | null };

export const agreedFields = (agreed: Agreed | null): AgreedField[] =>
  agreed === null ? [] : ORDERED.filter((name) => agreed.line_no !== null || !AGAIN_OWN.includes(name));

/** Why it is not for one side to change, and what to do instead. */
export function agreedText(name: AgreedField, { line_no }: Agreed): string {
  const ordered = `${CARD_LABEL[name]}は注文で決まっています。`;
  if (name === "note")
    return `${CARD_LABEL.note}は注文のものです。社内のことは社内メモに、依頼元に伝えることはチャットに書いてください`;
  if (name === "order_id")
    return `${ordered}別の番号にするときは、依頼元に新しい依頼を送ってもらってください`;
  if (name === "unit_price" && line_no === null)
    return `${ordered}変えるときは、チャットで依頼元と合意してください`;
  return AMENDED.includes(name)
    ? `${ordered}変えるときは、変更依頼を出してください`
    : `${ordered}別のものにするときは、変更依頼でその行を取り消して、行を追加してください`;
}
