import { shiftMonth, today } from "~/lib/time/date";
import type { Pair } from "./scene.testing.server";

export type Known = Record<string, (string | number)[]>;
const COMPANIES = ["yamada", "sato", "tanaka", "suzuki", "shohin-zaiko", "nobody", "__proto__"];

export const NOW = "now";

/** Those of some pairs: of one, what is asked is mostly possible; of all, somebody else's turn up. */
export function knownOf(pairs: Pair[]): Known {
  const all = (kind: "orders" | "cards" | "deliveries" | "invoices" | "products" | "destinations") =>
    pairs.flatMap((pair) => pair[kind]);
  const [sellers, buyers] =
    pairs.length === 1 ? [[pairs[0]!.seller], [pairs[0]!.buyer]] : [COMPANIES, COMPANIES];
  const ym = Number(today().slice(0, 7).replace("-", ""));
  return {
    orders: all("orders"),
    cards: all("cards"),
    deliveries: all("deliveries"),
    invoices: all("invoices"),
    factories: [...sellers, ...buyers],
    buyer_id: buyers,
    seller_id: sellers,
    buyer_ids: buyers,
    card_key: all("cards"),
    invoice_key: all("invoices"),
    product_id: all("products"),
    destination_id: all("destinations"),
    version: [NOW],
    ym: [ym, shiftMonth(ym, 1), shiftMonth(ym, 2)],
    group_id: [1, 2, 6, 8],
    id: ["1", "8", "inbox", "work"],
    parent_id: ["1001", "1001-1"],
    products: all("products"),
    ids: all("products"),
    from_id: all("products"),
    imports: [1, 2, 3, 4, 5, 6],
    noun: ["card", "worker", "product", "price"],
    file_hash: ["a".repeat(43)],
    headers: ["依頼元", "数量", "品名", "氏名", "商品番号", "単価"],
  };
}
