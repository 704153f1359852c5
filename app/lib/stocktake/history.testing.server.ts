import type pg from "pg";
import { expect } from "vitest";
import type { Answer, Person } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { Ledger } from "./ledger.testing.server";

type CardRow = {
  key: number;
  id: string;
  version: number;
  product_id: number;
  num_items: string;
  num_good: string;
  num_defective: string;
  num_partial: string;
  shipped_time: Date | null;
  cancelled_time: Date | null;
  parent_id: string | null;
  task_type: string | null;
};
export type Factory = { owner: pg.Client; person: Person; reason_id: number; groups: number[] };

const DAY = today();
let made = 0;

/** A made product of two parts and a customer's own product, all in stock; whatever is tried on them. */
export class StockHistory {
  readonly ledger: Ledger;
  readonly actions: string[] = [];
  sheet: number | null = null;

  private constructor(
    readonly factory: Factory,
    readonly products: number[],
    readonly name: string,
  ) {
    this.ledger = new Ledger(factory.owner, products);
  }

  static async of(factory: Factory): Promise<StockHistory> {
    const name = `H${++made}.${process.pid}`;
    const owners = ["shohin-zaiko", "shohin-zaiko", "buhin-zaiko", "tanaka"];
    const products: number[] = [];
    for (const [at, buyer_id] of owners.entries()) {
      const { status, body } = await factory.person.post("/products", {
        code: `${name}-${at}`,
        name: `履歴の品 ${at}`,
        order_unit: "piece",
        unit: "piece",
        buyer_id,
        is_stock: true,
      });
      expect(status).toBe(201);
      products.push(body.product_id);
    }
    const [parent, ...others] = products;
    const parts = [
      { part_id: others[0], per_parent: "2" },
      { part_id: others[1], per_parent: "0.25" },
    ];
    const { status } = await factory.person.put(`/products/${parent}/parts`, { version: 1, parts });
    expect(status).toBe(200);
    await factory.owner.query(
      "update product set shelf = $1, standard_price = case when product_id % 2 = 0 then 33.333 end where product_id = any($2)",
      [name, products],
    );
    return new StockHistory(factory, products, name);
  }

  get person() {
    return this.factory.person;
  }
  product = (at: number): number => this.products[at % this.products.length]!;
  post = (path: string, body: object = {}) => this.person.post(path, body);
  stock = async (id: number) => (await this.person.get(`/inventory/${id}`)).body;

  async cards(): Promise<CardRow[]> {
    const { rows } = await this.factory.owner.query(
      `select key::int, id, version, product_id::int, trim_scale(num_items) as num_items,
        trim_scale(num_good) as num_good, trim_scale(num_defective) as num_defective,
        trim_scale(num_partial) as num_partial, shipped_time, cancelled_time, parent_id, task_type
       from card where product_id = any($1) order by key`,
      [this.products],
    );
    return rows;
  }
  open = async () => (await this.cards()).filter((one) => !one.shipped_time && !one.cancelled_time);

  /** Cards of the customer that may be shipped from stock. */
  kept = async () => (await this.open()).filter((one) => one.product_id === this.products[3]);
  async held(): Promise<{ key: number; card_key: number }[]> {
    const { rows } = await this.factory.owner.query(
      "select key::int, card_key::int from stock_allocation where product_id = any($1) and state = 'open' order by key",
      [this.products],
    );
    return rows;
  }

  async card(key: number, deed: string, body: object = {}): Promise<Answer> {
    const one = (await this.cards()).find((row) => row.key === key)!;
    return this.post(`/cards/${key}/${deed}`, { version: one.version, ...body });
  }

  async make(at: number, num: number): Promise<Answer> {
    const [buyer_id, product] = [
      ["shohin-zaiko", 0],
      ["tanaka", 3],
      ["shohin-zaiko", 0],
      ["buhin-zaiko", 2],
      ["shohin-zaiko", 3],
    ][at % 5] as [string, number];
    const group_id = this.factory.groups[at % this.factory.groups.length];
    return this.post("/cards", {
      buyer_id,
      product_id: this.products[product],
      num_items: String(num),
      delivery_date: DAY,
      group_id,
    });
  }

  /** By hand: what it would leave below nothing is confirmed as it is seen, or not. */
  async move(at: number, body: { kind: string; num: string; effective_date: string; unit_price?: string }) {
    const id = this.product(at);
    const path = `/inventory/${id}/moves`;
    const asked = { ...body, ...(body.kind !== "in" && { reason: "other" }) };
    let answer = await this.post(path, asked);
    const below = answer.body.errors?.seen;
    if (below && at % 3 > 0) {
      const left = Number((await this.stock(id)).num) - Number(body.num);
      answer = await this.post(path, { ...asked, seen: String(left) });
    }
    if (answer.status === 201) {
      const sign = body.kind === "out" ? -1 : 1;
      this.ledger.moved(id, sign * Number(body.num), answer.body.action);
      if (body.effective_date < DAY) this.ledger.before(id, sign * Number(body.num));
      this.actions.push(answer.body.action);
    }
    return answer;
  }
}
