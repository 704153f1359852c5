import { addDays, type ISODate } from "~/lib/time/date";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { type Clock, type Dice, diceOf } from "./world.clock.server";
import { type CardStage, LOTS, type Shop } from "./world.shop.server";

export type Planned = {
  code: string;
  num_items: string;
  delivery_date: ISODate;
  place: CardStage;
  start: number;
  end: number;
  /** The groups it walks through, in order. */
  route: number[];
  urgent: boolean;
  defective: number;
  /** When it comes to 検査, where that is a Monday on which something is found. */
  monday: number | null;
  halfway: boolean;
  /** The seller offered another date and the buyer took it. */
  agreed: boolean;
  /** Its place in its order of orders, for what happens to some. */
  turn: number;
};
export type PlannedOrder = { buyer_id: string; clerk: string; at: number; lines: Planned[] };
export type PlannedCall = Planned & { buyer_id: string; note: string; is_billing_target: boolean };
export type Plan = { orders: PlannedOrder[]; calls: PlannedCall[] };

/** What was ordered after this and is shipped, was shipped in the last working week. */
const LATELY = -12;
const END = 0.95;

export function planShop(shop: Shop, clock: Clock): Plan {
  const dice = diceOf(shop.seed);
  const shipped = (cards: number) => Array.from({ length: cards }, (): CardStage => NON_KANBAN_GROUP);
  const orders = [
    ...ordersOf(shop, clock, dice, shipped(shop.shipped), shop.since, LATELY),
    ...ordersOf(shop, clock, dice, shipped(shop.lately), LATELY, -5),
    ...ordersOf(shop, clock, dice, standing(shop, dice), -15, -1.8),
    ...ordersOf(shop, clock, dice, shop.inbox, -1.8, 0.4),
  ];
  const calls = shop.calls.map((call, index): PlannedCall => {
    const at =
      call.place === NON_KANBAN_GROUP
        ? shop.since + (-12 - shop.since) * dice.between(0, 1)
        : dice.between(-9, -4);
    return {
      ...lineOf(shop, clock, dice, call.code, call.place, at, index),
      is_billing_target: true,
      ...call,
    };
  });
  return { orders, calls };
}

/** How much longer a card stays at the slow process than at another. */
const SLOW = 6;

/** When a card comes to each process of its route, and when it is shipped. */
export function timesOf({ inspect, slow }: Shop, { route, place, start, end, monday }: Planned): number[] {
  const stays = [-1, ...route].map((group_id) => (group_id === slow ? SLOW : 1));
  const spread = (of: number[], from: number, to: number) => {
    const all = of.reduce((sum, stay) => sum + stay, 0);
    let passed = 0;
    return of.map((stay) => from + ((to - from) * (passed += stay)) / all);
  };
  const passed = place === NON_KANBAN_GROUP ? stays : stays.slice(0, -1);
  if (monday === null) return spread(passed, start, end);
  const before = route.indexOf(inspect) + 1;
  return [...spread(passed.slice(0, before), start, monday), ...spread(passed.slice(before), monday, end)];
}

export const cardsOf = ({ orders, calls }: Plan): number =>
  orders.reduce((sum, order) => sum + order.lines.length, calls.length);

function standing(shop: Shop, dice: Dice): CardStage[] {
  const places = Object.entries(shop.board).flatMap(([group_id, cards]) =>
    Array.from({ length: cards }, () => Number(group_id)),
  );
  return places
    .map((place) => ({ place, at: place + dice.between(0, 3) }))
    .sort((a, b) => b.at - a.at)
    .map(({ place }) => place);
}

function ordersOf(
  shop: Shop,
  clock: Clock,
  dice: Dice,
  places: CardStage[],
  from: number,
  to: number,
): PlannedOrder[] {
  const orders: PlannedOrder[] = [];
  for (let first = 0; first < places.length; ) {
    const size = shop.sizes[orders.length % shop.sizes.length]!;
    const day = Math.floor(from + (to - from) * (first / places.length));
    const at = day + dice.between(0.03, 0.25);
    const buyer =
      shop.buyers[
        Math.floor((orders.length + 1) * shop.share) > Math.floor(orders.length * shop.share) ? 0 : 1
      ];
    const lines = places
      .slice(first, first + size)
      .map((place, index) => lineOf(shop, clock, dice, dice.pick(buyer.products), place, at, first + index));
    orders.push({ buyer_id: buyer.buyer_id, clerk: dice.pick(buyer.clerks), at, lines });
    first += size;
  }
  return orders;
}

function lineOf(
  shop: Shop,
  clock: Clock,
  dice: Dice,
  code: string,
  place: CardStage,
  at: number,
  index: number,
): Planned {
  const start = Math.min(at + dice.between(0.1, 0.7), 0.6);
  const [low, high, step] = LOTS[code]!;
  const many = dice.whole(low, high) * step;
  const end =
    place !== NON_KANBAN_GROUP
      ? start + (END - start) * dice.between(0.3, 1)
      : at < LATELY
        ? start + dice.between(3, 8)
        : dice.between(-3.9, END);
  const agreed = index % 17 === 3 && typeof place === "number";
  return {
    code,
    num_items: String(many),
    place,
    agreed,
    start: agreed ? start + 0.3 : start,
    end: Math.max(end, start + 0.31),
    delivery_date: dueOn(clock, dice, place, at, end, index),
    route:
      typeof place !== "number"
        ? []
        : shop.route
            .filter(({ group_id, often }) => group_id === place || (group_id < place && dice.chance(often)))
            .map(({ group_id }) => group_id),
    urgent: typeof place === "number" && place !== NON_KANBAN_GROUP && index % 11 === 5,
    monday: null,
    defective: many >= 20 && index % 13 === 7 ? dice.whole(1, Math.min(6, Math.floor(many / 10))) : 0,
    halfway: index % 3 === 1,
    turn: index,
  };
}

function dueOn(clock: Clock, dice: Dice, place: CardStage, at: number, end: number, index: number): ISODate {
  const ordered = clock.date(at);
  const not_before = (day: ISODate) => (day < ordered ? ordered : day);
  if (place === NON_KANBAN_GROUP)
    return not_before(addDays(clock.date(end), dice.pick([-2, -1, 0, 0, 1, 1, 2, 3])));
  if (typeof place !== "number") return clock.fromToday(dice.whole(9, 28));
  if (at < -6 && index % 3 === 0) return not_before(clock.fromToday(-dice.whole(1, 6)));
  if (index % 8 === 1) return clock.fromToday(0);
  return clock.fromToday(index % 8 === 4 ? 1 : dice.whole(2, 20));
}
