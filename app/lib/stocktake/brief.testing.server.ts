import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect } from "vitest";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { type Database, type Tx, tenant } from "~/lib/db/connection.server";
import { forgetEnd, runAtEnd } from "~/lib/db/ending.server";
import { addMoves } from "~/lib/stock/move.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_part } from "~/lib/tables/product.table.server";
import { cardNew } from "~/lib/task/card.new.schema";
import { newCards } from "~/lib/task/card.new.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, tokyoDate } from "~/lib/time/date";
import { BRIEF_ACTS, type BriefAct, type BriefShop, type Goods } from "./brief.acts.testing.server";
import { confirmStocktake, differencesOf } from "./confirm.server";
import { lookAt } from "./history.look.testing.server";
import { Ledger } from "./ledger.testing.server";
import { countChosen } from "./start.server";

type Step = [BriefAct, number, number];
export type Done = Map<BriefAct, number>;

const MINUTE = 60_000;
const TURN = 3 * MINUTE;
const TURNS_OF_A_SHEET = 3;
const PER_PARENT = [2, 0.25, 1, 0.5];
const THERE = { made: 20, part: 30 };
const CARDS = [
  { buyer_id: "shohin-zaiko", num_items: "10" },
  { buyer_id: "tanaka", num_items: "12" },
  { buyer_id: "tanaka", num_items: "6" },
];
let named = 0;

/**
 * Short histories side by side in one company, of a customer's own product and its part each, by the commands
 * themselves: one transaction for a turn of all. A clock of their own goes on between turns, so that no count
 * falls into the minute of a move.
 */
export class BriefHistories {
  private time = Date.now() - 300 * MINUTE;
  private all: Goods[] = [];
  private sheet = 0;

  private constructor(
    private readonly db: Database,
    private readonly owner: pg.Client,
    private readonly shop: BriefShop,
    private readonly histories: Step[][],
  ) {}

  static async live(db: Database, owner: pg.Client, shop: BriefShop, histories: Step[][]): Promise<Done> {
    const brief = new BriefHistories(db, owner, shop, histories);
    await brief.furnish();
    const done: Done = new Map();
    const turns = Math.max(...histories.map(({ length }) => length));
    for (let turn = 0; turn < turns; turn++) {
      brief.time += TURN;
      if (turn % TURNS_OF_A_SHEET === 0) await brief.beginSheet();
      await brief.turn(turn, done);
      if (turn % TURNS_OF_A_SHEET === 2) await brief.endSheet(turn);
    }
    return done;
  }

  private commit<T>(run: (tx: Tx, who: Who) => Promise<T>): Promise<T> {
    const who = { ...someone("yamada", "seller"), now: new Date(this.time).toISOString() };
    return tenant(this.db, who, (tx) => run(tx, who));
  }

  private async furnish(): Promise<void> {
    const codes = this.histories.map(() => `B${++named}.${process.pid}`);
    const day = tokyoDate(new Date(this.time).toISOString());
    await this.commit(async (tx, who) => {
      const made = await productsOf(tx, codes, "tanaka");
      const parts = await productsOf(
        tx,
        codes.map((code) => `${code}P`),
        "buhin-zaiko",
      );
      this.all = made.map((product_id, at) => this.goodsOf(product_id, parts[at]!, at));
      await tx.insert(product_part).values(
        this.all.map((goods, at) => ({
          product_id: goods.made,
          part_id: goods.part,
          per_parent: String(perParent(at)),
          sort: 1,
          seller_id: who.company_id,
          name: "部品",
        })),
      );
      const opening = (product_id: number, num: number) => ({
        product_id,
        kind: "in" as const,
        num: String(num),
        source: "hand" as const,
        effective_date: addDays(day, -3),
      });
      await addMoves(
        tx,
        who,
        this.all.flatMap((goods) => [opening(goods.made, THERE.made), opening(goods.part, THERE.part)]),
      );
      const cards = made.flatMap((product_id) =>
        CARDS.map((card) =>
          cardNew.parse({ ...card, product_id, delivery_date: day, group_id: this.shop.group_id }),
        ),
      );
      const { rows } = await tx.execute<{ last: string }>(
        sql`select next_numbers(${who.company_id}, 'card', ${cards.length}) as last`,
      );
      await newCards(tx, who, cards, Number(rows[0]!.last) - cards.length + 1);
    });
    await this.check(0);
  }

  private goodsOf(made: number, part: number, at: number): Goods {
    const list = { product_id: made, part_id: part, per_parent: perParent(at) };
    const ledger = new Ledger([made, part], [list], () => this.time);
    ledger.moved(made, THERE.made, "opening");
    ledger.moved(part, THERE.part, "opening");
    return { made, part, ledger, actions: [], look: { cards: [], allocations: [], stocks: [] } };
  }

  /** Whoever is refused has done nothing; the others go on. */
  private async turn(turn: number, done: Done): Promise<void> {
    await this.commit(async (tx, who) => {
      for (const [at, steps] of this.histories.entries()) {
        const step = steps[turn];
        if (!step) continue;
        const [act, which, n] = step;
        const given = { who, goods: this.all[at]!, shop: this.shop, sheet: this.sheet };
        try {
          const isDone = await tx.transaction(async (part) => {
            const acted = await BRIEF_ACTS[act]({ tx: part, ...given }, which, n);
            await runAtEnd(part);
            return acted;
          });
          if (isDone) done.set(act, (done.get(act) ?? 0) + 1);
        } catch (error) {
          forgetEnd(tx);
          if (!(error instanceof Refusal)) throw error;
        }
      }
    });
    await this.check(turn + 1);
  }

  private async beginSheet(): Promise<void> {
    const ids = this.all.flatMap(({ made, part }) => [made, part]);
    const { key } = await this.commit((tx, who) =>
      countChosen(tx, who, { ids, name: "短い履歴", is_blind: true }),
    );
    this.sheet = key;
  }

  private async endSheet(turn: number): Promise<void> {
    this.time += MINUTE;
    const { seen, num_counted } = await this.commit((tx, who) => differencesOf(tx, who, this.sheet));
    if (num_counted === 0) return;
    const ticks = { seen, alone: true, held: true, reason: "一人で数えた" };
    await this.commit((tx, who) => confirmStocktake(tx, who, this.sheet, ticks));
    for (const { ledger } of this.all) ledger.confirm(this.sheet);
    await this.check(turn + 1);
  }

  /** All are read at once; then each is held against its own clerk's ledger. */
  private async check(turns: number): Promise<void> {
    const ids = this.all.flatMap(({ made, part }) => [made, part]);
    const { cards, allocations, stocks, broken } = await lookAt(this.owner, ids);
    expect(broken).toEqual([]);
    for (const [at, goods] of this.all.entries()) {
      const own = [goods.made, goods.part];
      const isOwn = ({ product_id }: { product_id: number }) => own.includes(product_id);
      goods.look = {
        cards: cards.filter(isOwn),
        allocations: allocations.filter(isOwn),
        stocks: stocks.filter(isOwn),
      };
      goods.ledger.readCards(goods.look);
      const is = goods.look.stocks.map(({ num, arriving, parts }) => ({ num, arriving, parts }));
      const history = { per_parent: perParent(at), steps: this.histories[at]!.slice(0, turns) };
      expect({ history, is }).toEqual({ history, is: own.map(goods.ledger.figures) });
    }
  }
}

const perParent = (at: number): number => PER_PARENT[at % PER_PARENT.length]!;

async function productsOf(tx: Tx, codes: string[], buyer_id: string): Promise<number[]> {
  const basics = {
    seller_id: "yamada",
    buyer_id,
    order_unit: "piece",
    unit: "piece",
    is_stock: true,
  } as const;
  const rows = await tx
    .insert(product)
    .values(codes.map((code) => ({ ...basics, code, name: code })))
    .returning({ product_id: product.product_id });
  return rows.map(({ product_id }) => product_id);
}
