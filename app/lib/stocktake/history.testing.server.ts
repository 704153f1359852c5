import type pg from "pg";
import { expect } from "vitest";
import type { Answer, Person, TestApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { type Look, lookAt } from "./history.look.testing.server";
import { Ledger, type Part } from "./ledger.testing.server";

type Hand = Pick<Person, "get" | "post" | "put">;
export type Factory = { owner: pg.Client; person: Hand; reason_id: number; groups: number[] };

type Moved = {
  kind: string;
  num: string;
  effective_date: string;
  unit_price?: string;
  reason?: string;
  returns?: number;
  offcut_id?: number;
  offcut_num?: string;
};

const DAY = today();
let made = 0;

/** Each call as it is served, without a socket between: a history makes hundreds of them. */
export function withoutSocket({ app }: TestApp, { token }: Person): Hand {
  async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { "X-Auth": token, "Content-Type": "application/json" };
    if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const request = new Request(`http://backend.internal${path}`, { method, headers, ...sent });
    const response = await app.backend.fetch(request);
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  return {
    get: (path) => ask("GET", path),
    post: (path, body = {}) => ask("POST", path, body),
    put: (path, body) => ask("PUT", path, body),
  };
}

/** A product made of two parts, and a customer's own product of the same parts; whatever is tried on them. */
export class StockHistory {
  readonly ledger: Ledger;
  readonly actions: string[] = [];
  sheet: number | null = null;
  private seen: Look | null = null;

  private constructor(
    readonly factory: Factory,
    readonly products: number[],
    readonly name: string,
    parts: Part[],
  ) {
    this.ledger = new Ledger(products, parts);
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
    const [stocked, pairs, sheets, ordered] = products as [number, number, number, number];
    const parts = [
      { product_id: stocked, part_id: pairs, per_parent: 2 },
      { product_id: stocked, part_id: sheets, per_parent: 0.25 },
      { product_id: ordered, part_id: pairs, per_parent: 1 },
      { product_id: ordered, part_id: sheets, per_parent: 0.5 },
    ];
    for (const product_id of [stocked, ordered]) {
      const own = parts.filter((part) => part.product_id === product_id);
      const list = own.map(({ part_id, per_parent }) => ({ part_id, per_parent: String(per_parent) }));
      const put = await factory.person.put(`/products/${product_id}/parts`, { version: 1, parts: list });
      expect(put.status).toBe(200);
    }
    await factory.owner.query(
      "update product set shelf = $1, standard_price = case when product_id % 2 = 0 then 33.333 end where product_id = any($2)",
      [name, products],
    );
    return new StockHistory(factory, products, name, parts);
  }

  product = (at: number): number => this.products[at % this.products.length]!;
  get = (path: string) => this.factory.person.get(path);
  post = (path: string, body: object = {}) => this.changed(() => this.factory.person.post(path, body));
  put = (path: string, body: object) => this.changed(() => this.factory.person.put(path, body));
  private changed(ask: () => Promise<Answer>): Promise<Answer> {
    this.seen = null;
    return ask();
  }
  query(words: string) {
    this.seen = null;
    return this.factory.owner.query(words, [this.products]);
  }

  /** What is there by now, read once until something else is asked for. */
  async look(): Promise<Look> {
    this.seen ??= await lookAt(this.factory.owner, this.products);
    return this.seen;
  }
  cards = async () => (await this.look()).cards;
  open = async () => (await this.cards()).filter((one) => !one.shipped && !one.cancelled);

  /** Cards of the customer that may be shipped from stock. */
  kept = async () => (await this.open()).filter((one) => one.product_id === this.products[3]);
  held = async () => (await this.look()).allocations.filter(({ state }) => state === "open");

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

  /** By hand: what it would leave below nothing or below 引当 is confirmed as it is seen, or not. */
  async move(at: number, body: Moved) {
    const id = this.product(at);
    const path = `/inventory/${id}/moves`;
    const asked = { ...(body.kind !== "in" && { reason: "other" }), ...body };
    const sign = body.kind === "out" ? -1 : 1;
    let answer = await this.post(path, asked);
    const below = answer.body.errors?.seen;
    if (below && at % 3 > 0) {
      const { num } = (await this.look()).stocks.find((row) => row.product_id === id)!;
      answer = await this.post(path, { ...asked, seen: String(num + sign * Number(body.num)) });
    }
    if (answer.status === 201) {
      const moved = [{ of: id, num: sign * Number(body.num) }];
      if (body.offcut_id) moved.push({ of: body.offcut_id, num: Number(body.offcut_num) });
      for (const { of, num } of moved) {
        this.ledger.moved(of, num, answer.body.action);
        if (body.effective_date < DAY) this.ledger.before(of, num);
      }
      this.actions.push(answer.body.action);
    }
    return answer;
  }
}
