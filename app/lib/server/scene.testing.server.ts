import { addDays, today } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import type { Answer, Person, TestApp } from "./testing.server";

export type Scene = Awaited<ReturnType<typeof makeScene>>;

export const PEOPLE = [
  ["yamada", "admin@yamada.example"],
  ["yamada", "keiri@yamada.example"],
  ["yamada", "genba@yamada.example"],
  ["sato", "admin@sato.example"],
  ["tanaka", "admin@tanaka.example"],
  ["tanaka", "kobai@tanaka.example"],
  ["suzuki", "admin@suzuki.example"],
  ["", "staff@ops.example"],
] as const;

/** The pairs that work together; what belongs to one is marked so, and no one else may ever read the mark. */
const PAIRS = [
  ["yamada", "tanaka"],
  ["yamada", "suzuki"],
  ["sato", "tanaka"],
  ["sato", "yamada"],
] as const;
const markOf = (seller: string, buyer: string) => `印・${seller}・${buyer}・`;

const TABLES = {
  orders: "orders",
  cards: "card",
  deliveries: "delivery",
  invoices: "invoice",
  products: "product",
  inspections: "inspection",
  quotes: "quote_seller",
} as const;
/** Tables whose rows are named by something else than their `key`. */
const KEYS: Record<string, string> = { product: "product_id", quote_seller: "quote_key" };
export type Pair = { seller: string; buyer: string; destinations: number[]; files: string[] } & Record<
  keyof typeof TABLES,
  number[]
>;

export function must({ status, body }: Answer): any {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Work for every pair of the cast, some of it delivered and billed, through the API alone. */
export async function makeScene(t: TestApp) {
  const owner = await t.owner();
  const people = new Map<string, Person>();
  for (const [, account] of PEOPLE) people.set(account, await t.as(account));
  const boss = (company: string) => people.get(`admin@${company}.example`)!;

  async function work(): Promise<void> {
    await Promise.all(PAIRS.map(([seller, buyer]) => request(boss(seller), boss(buyer), seller, buyer)));
  }

  async function filesOf(seller: string, buyer: string): Promise<string[]> {
    return (
      await owner.query("select key from file where seller_id = $1 and buyer_id = $2", [seller, buyer])
    ).rows.map((row) => row.key);
  }

  async function keys(table: string, seller: string, buyer: string): Promise<number[]> {
    const column = KEYS[table] ?? "key";
    return (
      await owner.query(`select ${column}::int as key from ${table} where seller_id = $1 and buyer_id = $2`, [
        seller,
        buyer,
      ])
    ).rows.map((row) => row.key);
  }

  async function pairs(): Promise<Pair[]> {
    const all: Pair[] = [];
    for (const [seller, buyer] of PAIRS) {
      const found: Record<string, number[]> = {};
      for (const [name, table] of Object.entries(TABLES)) found[name] = await keys(table, seller, buyer);
      const places = await owner.query(
        "select destination_id::int as key from destination where factory_id = $1",
        [buyer],
      );
      all.push({
        seller,
        buyer,
        destinations: places.rows.map((row) => row.key),
        files: await filesOf(seller, buyer),
        ...found,
      } as Pair);
    }
    return all;
  }

  await work();
  for (const [seller, buyer] of PAIRS)
    must(
      await boss(seller).post("/errors", {
        message: `${markOf(seller, buyer)}x is not a function`,
        stack: "",
      }),
    );
  for (const [seller, buyer] of PAIRS) await bill(boss(seller), boss(buyer), seller, buyer);
  await work();
  return { people, owner, work, pairs, stop: () => owner.end() };
}

async function request(factory: Person, customer: Person, seller: string, buyer: string): Promise<void> {
  const mark = markOf(seller, buyer);
  const line = {
    num_items: "10",
    order_unit: "piece",
    unit: "piece",
    unit_price: "100",
    delivery_date: addDays(today(), 5),
  };
  if (buyer !== "yamada") {
    await quoted(factory, customer, seller, mark);
    const lines = [1, 2].map((n) => ({ ...line, name: `${mark}${n}` }));
    must(
      await customer.post("/orders", {
        seller_id: seller,
        order_date: today(),
        inspection_days: 7,
        destination: `${mark}置場`,
        note: mark,
        lines,
      }),
    );
  }
  for (const n of [3, 4, 5]) {
    const card = must(
      await factory.post("/cards", { ...line, buyer_id: buyer, name: `${mark}${n}`, inner_note: mark }),
    );
    if (n === 3)
      must(
        await factory.upload(`/cards/${card.key}/files`, [
          { name: `${mark}.step`, bytes: Buffer.from("ISO-10303-21;") },
        ]),
      );
    if (n > 3)
      must(
        await factory.post(`/cards/${card.key}/ship`, {
          version: card.version,
          num_good: "10",
          uncounted: true,
        }),
      );
  }
}

async function quoted(factory: Person, customer: Person, seller: string, mark: string): Promise<void> {
  const asked = {
    name: `${mark}見積`,
    order_unit: "piece",
    quantities: ["10"],
    seller_ids: [seller],
    deadline: addDays(today(), 5),
    memo: mark,
  };
  const { key } = must(await customer.post("/quotes", asked));
  must(await customer.post(`/quotes/${key}/send`, { version: 1 }));
  const lines = [{ quantity: "10", unit_price: "100", lead_days: "3" }];
  must(
    await factory.post(`/quotes/received/${key}/answers`, {
      lines,
      valid_until: addDays(today(), 5),
      comment: mark,
    }),
  );
}

async function bill(factory: Person, customer: Person, seller: string, buyer: string): Promise<void> {
  const note = markOf(seller, buyer);
  const shipped: { card_key: number }[] = must(await factory.get(`/deliveries/pool?buyer_id=${buyer}`)).items;
  const made = must(
    await factory.post("/deliveries", {
      buyer_id: buyer,
      delivery_date: today(),
      grouping: "one",
      show_amounts: true,
      note,
      lines: shipped.map(({ card_key }) => ({ card_key, num_items: "10" })),
    }),
  );
  must(await customer.post(`/deliveries/${made.key}/inspect`, { rest: true }));
  const terms = must(await factory.get("/factories/collaborators?side=buyer")).items.find(
    (one: { id: string }) => one.id === buyer,
  );
  must(
    await factory.post("/closings", {
      ym: periodOf(today(), terms),
      buyer_ids: [buyer],
      note,
      unended: true,
    }),
  );
  must(
    await factory.post("/payments", {
      buyer_id: buyer,
      payment_date: today(),
      lines: [{ kind: "transfer", amount: 100 }],
      note,
    }),
  );
}
