import type pg from "pg";

type CardState = {
  key: number;
  id: string;
  product_id: number;
  buyer_id: string;
  parent_id: string | null;
  task_type: string | null;
  num_items: number;
  num_good: number;
  num_defective: number;
  is_last: boolean;
  shipped: boolean;
  cancelled: boolean;
  uses_parts: boolean;
  own_parts: number[];
};
type Count = { sheet: number; product_id: number; counted: number; num: number; early: number; at: number };
type Done = Count & { adjust: number; before: number };

const READ = `select c.key::int, c.id, c.product_id::int, c.buyer_id, c.parent_id, c.task_type, c.num_items::float8,
  c.num_good::float8, c.num_defective::float8, c.shipped_time is not null as shipped, c.cancelled_time is not null as cancelled,
  not exists (select from defect d where d.child_key = c.key and d.treatment = 'rework') as uses_parts,
  array(select o.product_id::int from card o where o.seller_id = c.seller_id and o.parent_id = c.id and o.task_type = 'part'
    and o.cancelled_time is null) as own_parts,
  not exists (select from process p, process at where at.company_id = c.seller_id and p.company_id = c.seller_id
    and at.group_id = case c.group_id when 99 then c.moved_group else c.group_id end
    and p.is_active and p.sort > at.sort and p.role in ('work', 'outsource', 'inspect')) as is_last
  from card c where c.product_id = any($1) order by c.key`;

/** What is there as a clerk with paper has it: by hand, by counts, by cards; nothing of `stock`, no move. */
export class Ledger {
  private hand = new Map<number, number>();
  private acts = new Map<string, { id: number; num: number }>();
  private used = new Map<string, number>();
  private seen = new Map<string, string>();
  private brought = new Map<number, number>();
  private sent = new Map<number, number>();
  private counts: Count[] = [];
  private done: Done[] = [];
  private counted = new Map<number, number>();

  constructor(
    private owner: pg.Client,
    private products: number[],
  ) {}

  num = (id: number): number => {
    const used = [...this.used].filter(([of]) => of.endsWith(`:${id}`)).reduce((sum, [, n]) => sum + n, 0);
    return (this.hand.get(id) ?? 0) + (this.brought.get(id) ?? 0) - (this.sent.get(id) ?? 0) - used;
  };

  moved(id: number, num: number, action: string) {
    this.hand.set(id, (this.hand.get(id) ?? 0) + num);
    this.acts.set(action, { id, num });
  }
  reversed(action: string, by: string) {
    const { id, num } = this.acts.get(action)!;
    this.moved(id, -num, by);
  }
  isCounted = (id: number) => this.counted.has(id);
  /** From an offline queue, of before whatever was counted: what a count has found stays as it was. */
  early(id: number, num: number) {
    if (this.isCounted(id)) return;
    this.hand.set(id, (this.hand.get(id) ?? 0) + num);
    this.before(id, num);
  }
  /** What had happened when a row was counted is in its book, whenever somebody writes it down. */
  before(id: number, num: number) {
    for (const count of this.counts) if (count.product_id === id) count.early += num;
  }

  count(sheet: number, product_id: number, counted: number) {
    this.counts = this.counts.filter((one) => one.sheet !== sheet || one.product_id !== product_id);
    this.counts.push({ sheet, product_id, counted, num: this.num(product_id), early: 0, at: Date.now() });
  }
  confirm(sheet: number) {
    for (const one of this.counts.filter((count) => count.sheet === sheet)) {
      const before = this.counted.get(one.product_id) ?? 0;
      if (before >= one.at) continue;
      const adjust = one.counted - one.num - one.early;
      this.hand.set(one.product_id, (this.hand.get(one.product_id) ?? 0) + adjust);
      this.counted.set(one.product_id, one.at);
      this.done.push({ ...one, adjust, before });
    }
  }
  undo(sheet: number) {
    for (const one of this.done.filter((count) => count.sheet === sheet)) {
      this.hand.set(one.product_id, (this.hand.get(one.product_id) ?? 0) - one.adjust);
      if (one.before) this.counted.set(one.product_id, one.before);
      else this.counted.delete(one.product_id);
    }
    this.done = this.done.filter((count) => count.sheet !== sheet);
  }

  /** What the cards have done by now; a family of cards uses parts when one of them changes. */
  async readCards(): Promise<void> {
    const cards: CardState[] = (await this.owner.query(READ, [this.products])).rows;
    const [parent, pairs, sheets] = this.products as [number, number, number];
    for (const id of this.products) {
      const into = cards.filter(
        (c) => c.product_id === id && c.shipped && c.buyer_id.endsWith("zaiko") && c.task_type !== "part",
      );
      this.brought.set(
        id,
        into.reduce((sum, c) => sum + c.num_good, 0),
      );
    }
    const { rows } = await this.owner.query(
      `select a.product_id::int as id, sum(a.num)::float8 as num from stock_allocation a join card c on c.key = a.card_key
       where a.product_id = any($1) and a.state = 'shipped' and c.shipped_time is not null group by 1`,
      [this.products],
    );
    for (const id of this.products) this.sent.set(id, rows.find((row) => row.id === id)?.num ?? 0);
    const rootOf = (card: CardState): CardState => {
      const up = card.task_type === "division" ? cards.find(({ id }) => id === card.parent_id) : undefined;
      return up ? rootOf(up) : card;
    };
    const roots = cards.filter(
      (card) => rootOf(card) === card && card.product_id === parent && card.uses_parts,
    );
    for (const root of roots) {
      const family = cards.filter((card) => rootOf(card) === root);
      const state = JSON.stringify(
        family.map((c) => [c.num_items, c.num_good, c.num_defective, c.shipped, c.cancelled]),
      );
      if (this.seen.get(root.id) === state) continue;
      this.seen.set(root.id, state);
      const done = family.reduce((sum, c) => sum + doneOf(c), 0);
      for (const [id, per] of [
        [pairs, 2],
        [sheets, 0.25],
      ] as const)
        if (!family.some((card) => card.own_parts.includes(id)))
          this.used.set(`${root.id}:${id}`, Math.ceil(per * done));
    }
  }
}

const doneOf = ({ num_good, num_defective, is_last }: CardState) =>
  num_good > 0 ? num_good + num_defective : is_last ? num_defective : 0;
