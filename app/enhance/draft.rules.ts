/** `sent`: it was sent, but no answer came back. */
export type Draft = {
  key: string;
  seller_id: string;
  seller: string;
  at: number;
  sent: boolean;
  fields: [string, string][];
};

const MAX_DRAFTS = 3;
const DAYS = 30;

export function liveDrafts(drafts: Draft[], now: number): Draft[] {
  return drafts
    .filter(({ at }) => now - at < DAYS * 86_400_000)
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_DRAFTS);
}

const COUNTED = /^lines\[\d+\]\.(name|product_id(_label)?|num_items|note)$/;
const NAMED = /^lines\[\d+\]\.(name|product_id_label)$/;

export function sentenceOf({ at, seller, sent, fields }: Draft): string {
  const when = new Intl.DateTimeFormat("ja-JP", {
    timeZone: "Asia/Tokyo",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  const lines = new Set(
    fields.filter(([name, value]) => COUNTED.test(name) && value.trim()).map(([name]) => name.split(".")[0]),
  );
  const first = fields.find(([name, value]) => NAMED.test(name) && value.trim())?.[1].replace(/　¥.*/, "");
  const what = [seller, first && `${first}${lines.size > 1 ? ` 他${lines.size - 1}件` : ""}`]
    .filter(Boolean)
    .join("・");
  return `${when.format(at)} に入力した依頼（${what}）が、送信されずに残っています。${
    sent ? "送信を押したあとの結果を確かめられていません。外注依頼書の一覧も確かめてください。" : ""
  }`;
}

const TYPED =
  /^(order_id|delivery_date|destination|note|supply_terms|lines\[\d+\]\.(name|product_id|quantity|num_items|note))$/;

export const worthKeeping = (fields: [string, string][]): boolean =>
  fields.some(([name, value]) => TYPED.test(name) && value.trim() !== "");
