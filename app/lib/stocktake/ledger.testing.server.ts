import type { CardState, Look } from "./history.look.testing.server";

export type Part = { product_id: number; part_id: number; per_parent: number };
type Count = { sheet: number; product_id: number; counted: number; num: number; early: number; at: number };
type Done = Count & { adjust: number; before: number };
type Use = { at: number; num: number };

/** What is there as a clerk with paper has it: by hand, by counts, by cards; nothing of `stock`, no move. */
export class Ledger {
  private hand = new Map<number, number>();
  private acts = new Map<string, { id: number; num: number }[]>();
  private used = new Map<string, Use[]>();
  private seen = new Map<string, { counted: string; left: string }>();
  private brought = new Map<number, number>();
  private sent = new Map<number, number>();
  private gone = new Set<string>();
  private counts: Count[] = [];
  private done: Done[] = [];
  private counted = new Map<number, number>();
  private arriving = new Map<number, number>();
  private needed = new Map<number, number>();

  constructor(
    private products: number[],
    private parts: Part[],
    private now: () => number = Date.now,
  ) {}

  num = (id: number): number => {
    const used = [...this.used].flatMap(([of, uses]) => (of.endsWith(`:${id}`) ? total(uses) : []));
    return (
      (this.hand.get(id) ?? 0) +
      (this.brought.get(id) ?? 0) -
      (this.sent.get(id) ?? 0) -
      used.reduce((sum, n) => sum + n, 0)
    );
  };

  /** What is there, what open cards still bring, and what those that were begun still use. */
  figures = (id: number) => ({
    num: this.num(id),
    arriving: this.arriving.get(id) ?? 0,
    parts: this.needed.get(id) ?? 0,
  });

  moved(id: number, num: number, action: string) {
    this.hand.set(id, (this.hand.get(id) ?? 0) + num);
    this.acts.set(action, [...(this.acts.get(action) ?? []), { id, num }]);
  }
  reversed(action: string, by: string) {
    for (const { id, num } of this.acts.get(action)!) this.moved(id, -num, by);
  }
  isCounted = (id: number) => this.counted.has(id);
  /** From an offline queue, of before whatever was counted: what a count has found stays as it was. */
  early(id: number, num: number) {
    if (this.isCounted(id)) return;
    this.hand.set(id, (this.hand.get(id) ?? 0) + num);
    this.before(id, num);
  }
  /**
   * What had happened when a row was counted is in its book, whenever somebody writes it down; of what is
   * dated to the same minute the clerk says that it came after.
   */
  before(id: number, num: number, time = 0) {
    for (const count of this.counts)
      if (count.product_id === id && minuteOf(count.at) > minuteOf(time)) count.early += num;
  }
  /** A 出荷取消 that is undone: it came, or went, when it was shipped, and a count since has found that. */
  private shippedAgain(id: number, num: number, time: number) {
    if ((this.counted.get(id) ?? 0) >= time) this.hand.set(id, (this.hand.get(id) ?? 0) - num);
    else this.before(id, num, time);
  }

  /** The history dates what moved of a product back: what was used after a count is then of before it. */
  datedBack(id: number, ms: number) {
    for (const [of, uses] of this.used) if (of.endsWith(`:${id}`)) for (const one of uses) one.at -= ms;
  }

  count(sheet: number, product_id: number, counted: number) {
    this.counts = this.counts.filter((one) => one.sheet !== sheet || one.product_id !== product_id);
    this.counts.push({ sheet, product_id, counted, num: this.num(product_id), early: 0, at: this.now() });
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

  /** What the cards have done by now; a family of cards uses parts when one of them is counted. */
  readCards({ cards, allocations }: Pick<Look, "cards" | "allocations">): void {
    this.readShipped(cards, allocations);
    this.readOpen(cards, allocations);
    for (const id of this.products) {
      const into = cards.filter((card) => card.product_id === id && isBrought(card));
      this.brought.set(
        id,
        into.reduce((sum, c) => sum + c.num_good, 0),
      );
      const gone = allocations.filter((one) => one.product_id === id && one.state === "shipped");
      this.sent.set(id, total(gone));
    }
    const rootOf = (card: CardState): CardState => {
      const up = card.task_type === "division" ? cards.find(({ id }) => id === card.parent_id) : undefined;
      return up ? rootOf(up) : card;
    };
    for (const root of cards.filter((card) => rootOf(card) === card && card.uses_parts)) {
      const family = cards.filter((card) => rootOf(card) === root);
      const made = family.reduce((sum, c) => sum + madeOf(c, ofStock(c, allocations)), 0);
      const done = family.reduce((sum, c) => sum + doneOf(c), 0);
      const counted = JSON.stringify(
        family.map((c) => [c.num_items, c.num_good, c.num_defective, c.cancelled]),
      );
      const left = JSON.stringify(family.map((c) => c.shipped));
      const was = this.seen.get(root.id);
      this.seen.set(root.id, { counted, left });
      // To ship, or to come back, is no count: it only says what of the pieces came out of stock.
      if (was?.counted === counted && (was.left === left || made === done)) continue;
      for (const { part_id, per_parent } of this.parts.filter(
        (part) => part.product_id === root.product_id,
      )) {
        const isMadeApart = family.some((card) => card.own_parts.includes(part_id));
        const [most, least] = isMadeApart
          ? [0, 0]
          : [Math.ceil(per_parent * made), Math.ceil(per_parent * done)];
        // What was used before it got a card of its own stays used until nothing is done of the parent.
        if (!isMadeApart || done === 0) this.use(`${root.id}:${part_id}`, part_id, most, least);
      }
    }
  }

  private readOpen(cards: CardState[], allocations: Look["allocations"]) {
    const open = cards.filter((card) => !card.shipped && !card.cancelled);
    for (const id of this.products) {
      const into = open.filter((card) => card.product_id === id && isForStock(card));
      this.arriving.set(
        id,
        into.reduce((sum, c) => sum + Math.max(0, c.num_items - c.num_defective), 0),
      );
      const users = open.filter((card) => card.is_begun && card.uses_parts && !card.own_parts.includes(id));
      const uses = users.flatMap((card) => {
        const to_make = card.num_items - doneOf(card) - ofStock(card, allocations);
        const lists = this.parts.filter((part) => part.part_id === id && part.product_id === card.product_id);
        return lists.map(({ per_parent }) => Math.ceil(per_parent * Math.max(0, to_make)));
      });
      this.needed.set(
        id,
        uses.reduce((sum, n) => sum + n, 0),
      );
    }
  }

  private readShipped(cards: CardState[], allocations: Look["allocations"]) {
    const now = new Map<string, { id: number; num: number; time: number }>();
    for (const card of cards.filter(({ shipped_at }) => shipped_at !== null)) {
      const time = card.shipped_at!;
      if (isBrought(card)) now.set(`card ${card.key}`, { id: card.product_id, num: card.num_good, time });
      for (const one of allocations.filter(
        ({ card_key, state }) => card_key === card.key && state === "shipped",
      ))
        now.set(`promise ${one.key}`, { id: one.product_id, num: -one.num, time });
    }
    for (const [name, { id, num, time }] of now) if (!this.gone.has(name)) this.shippedAgain(id, num, time);
    this.gone = new Set(now.keys());
  }

  /** What was used and counted since stays used, where nothing of the work was taken back. */
  private use(of: string, part_id: number, made: number, done: number) {
    const uses = this.used.get(of) ?? [];
    const more = made - total(uses);
    if (more > 0) this.used.set(of, [...uses, { at: this.now(), num: more }]);
    const counted = this.counted.get(part_id) ?? 0;
    const isCounted = uses.some(({ at, num }) => num > 0 && at <= counted);
    if (more >= 0 || (isCounted && done >= total(uses))) return;
    let left = -more;
    const kept = [...uses].reverse().filter(({ num }) => {
      if (num <= 0 || num > left) return true;
      left -= num;
      return false;
    });
    this.used.set(of, [...kept.reverse(), ...(left > 0 ? [{ at: this.now(), num: -left }] : [])]);
  }
}

const minuteOf = (time: number) => Math.floor(time / 60_000);
const total = (rows: { num: number }[]) => rows.reduce((sum, { num }) => sum + num, 0);
const isForStock = ({ buyer_id, task_type }: CardState) => buyer_id.endsWith("zaiko") && task_type !== "part";
const isBrought = (card: CardState) => card.shipped && isForStock(card);
const ofStock = ({ key, product_id }: CardState, allocations: Look["allocations"]) =>
  total(
    allocations.filter(
      (one) => one.card_key === key && one.product_id === product_id && one.state !== "released",
    ),
  );
const doneOf = ({ num_good, num_defective, is_last }: CardState) =>
  num_good > 0 ? num_good + num_defective : is_last ? num_defective : 0;
/** What comes out of stock was made before; until it ships, it is what is made last. */
function madeOf(card: CardState, of_stock: number): number {
  const done = doneOf(card);
  if (card.shipped) return Math.max(0, done - of_stock);
  return Math.min(done, Math.max(0, Math.max(card.num_items, done) - of_stock));
}
