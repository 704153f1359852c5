type Figures = {
  num_items: string;
  unit_price: string;
  tooling: number;
  other: number;
  shipping: number;
  delivery_date: string;
};

/** What the page showed of it, to be refused if it is another by now. */
export const seenText = ({ num_items, unit_price, tooling, other, shipping, delivery_date }: Figures) =>
  [num_items, unit_price, tooling, other, shipping, delivery_date].join(" ");

export const DAYS_TO_TELL = 3;

type Undecided = { passed_time: string | null; told_time: string | null; declined_time: string | null };

/** Whom 見送り for all the others reaches: what a colleague has put down of one stays that one's. */
export const isUndecided = ({ passed_time, told_time, declined_time }: Undecided): boolean =>
  passed_time === null && told_time === null && declined_time === null;

export const orderedProblem = (order: { order_id: string } | null): string | null =>
  order &&
  `この採用のあとに、この商品の外注依頼 ${order.order_id} を送っています。先に外注依頼を取り消してください。`;
