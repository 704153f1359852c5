import { addDays, today } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import type { Answer, testApp } from "./testing.server";

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type Person = Awaited<ReturnType<TestApp["as"]>>;

/** Everybody of the cast who can sign in, by company. */
export const PEOPLE = [
  ["yamada", "admin@yamada.example"], ["yamada", "keiri@yamada.example"], ["yamada", "genba@yamada.example"], ["sato", "admin@sato.example"],
  ["tanaka", "admin@tanaka.example"], ["tanaka", "kobai@tanaka.example"], ["suzuki", "admin@suzuki.example"], ["", "staff@ops.example"],
] as const;

/** The pairs that work together; what belongs to one is marked so, and no one else may ever read the mark. */
const PAIRS = [["yamada", "tanaka"], ["yamada", "suzuki"], ["sato", "tanaka"], ["sato", "yamada"]] as const;
export const markOf = (seller: string, buyer: string) => `印・${seller}・${buyer}・`;

/** What a pair has: rows of every kind, by their keys. */
export type Pair = {
  seller: string; buyer: string; orders: number[]; cards: number[]; deliveries: number[]; invoices: number[]; products: number[]; destinations: number[];
};

function must({ status, body }: Answer): any {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Work for every pair of the cast, half of it shipped, delivered and billed, through the API alone. */
export async function makeScene(t: TestApp): Promise<{ people: Map<string, Person>; pairs: Pair[] }> {
  const people = new Map<string, Person>();
  for (const [, account] of PEOPLE) people.set(account, await t.as(account));
  const boss = (company: string) => people.get(`admin@${company}.example`)!;
  const pairs = [];
  for (const [seller, buyer] of PAIRS) pairs.push(await work(boss(seller), boss(buyer), seller, buyer));
  return { people, pairs };
}

async function work(factory: Person, customer: Person, seller: string, buyer: string): Promise<Pair> {
  const mark = markOf(seller, buyer);
  const soon = addDays(today(), 5);
  const orders: number[] = [];
  if (buyer !== "yamada") {
    const lines = [1, 2].map((n) => ({ name: `${mark}${n}`, num_items: "10", order_unit: "piece", unit: "piece", unit_price: "100", delivery_date: soon }));
    orders.push(must(await customer.post("/orders", { seller_id: seller, order_date: today(), inspection_days: 7, destination: `${mark}置場`, note: `${mark}備考`, lines })).key);
  }
  for (const n of [3, 4]) {
    must(await factory.post("/cards", { buyer_id: buyer, name: `${mark}${n}`, num_items: "20", order_unit: "piece", unit: "piece", unit_price: "50", inner_note: `${mark}社内` }));
  }
  const { columns } = must(await factory.get(`/board?buyer_id=${buyer}`));
  const cards: { key: number; version: number; answer: string | null }[] = columns.flatMap((column: { cards: unknown[] }) => column.cards);
  for (const card of cards) if (card.answer === "waiting") card.version = must(await factory.post(`/cards/${card.key}/accept`, { version: card.version })).version;
  const shipped = cards.slice(0, 2);
  for (const card of shipped) must(await factory.post(`/cards/${card.key}/ship`, { version: card.version, num_good: "10" }));
  const note = must(await factory.post("/deliveries", {
    buyer_id: buyer, delivery_date: today(), grouping: "one", show_amounts: true, note: mark, lines: shipped.map((card) => ({ card_key: card.key, num_items: "10" })),
  }));
  const terms = must(await factory.get("/factories/collaborators?side=buyer")).items.find((one: { id: string }) => one.id === buyer);
  const closed = must(await factory.post("/closings", { ym: periodOf(today(), terms), buyer_ids: [buyer], note: mark }));
  must(await factory.post("/payments", { buyer_id: buyer, payment_date: today(), lines: [{ kind: "transfer", amount: 100 }], note: mark }));
  const products = must(await factory.get(`/products?buyer_id=${buyer}`)).items.map((product: { product_id: number }) => product.product_id);
  const places = must(await customer.post(`/factories/${buyer}/destinations`, { name: `${mark}納入先` }));
  return {
    seller, buyer, orders, cards: cards.map((card) => card.key), deliveries: [note.key], invoices: [closed.invoices[0].key], products,
    destinations: [places.destination_id],
  };
}
