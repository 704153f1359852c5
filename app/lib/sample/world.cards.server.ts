import { asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { viewOrder } from "~/lib/order/order.cancel.server";
import { orderInput } from "~/lib/order/order.schema";
import { sendOrder } from "~/lib/order/order.send.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { acceptCard, agreeDate, declineCard, proposeDate } from "~/lib/task/answer.server";
import { countCard, moveCard } from "~/lib/task/card.move.server";
import { cardNew } from "~/lib/task/card.new.schema";
import { newCard } from "~/lib/task/card.new.server";
import { changeCard } from "~/lib/task/card.write.server";
import { shipCard } from "~/lib/task/ship.server";
import { addDays, type ISODate, tokyoDate } from "~/lib/time/date";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import type { Clock } from "./world.clock.server";
import { wornTool } from "./world.defects.server";
import { isMeasured, measuredFinish } from "./world.measure.server";
import { type Plan, type Planned, type PlannedCall, type PlannedOrder, timesOf } from "./world.plan.server";
import type { Shop } from "./world.shop.server";
import type { Act, Company } from "./world.stage.server";
import { isTimed, timedSteps } from "./world.work.server";

type Played = { row: Card | null };

export function cardActs(shop: Shop, plan: Plan, clock: Clock, company: Company): Act[] {
  return [
    ...plan.orders.flatMap((order, index) => orderActs(shop, order, index, clock, company)),
    ...plan.calls.flatMap((call) => callActs(shop, call, clock, company)),
  ];
}

function orderActs(
  shop: Shop,
  order: PlannedOrder,
  index: number,
  clock: Clock,
  { products, destinations, workers }: Company,
): Act[] {
  const played = order.lines.map((): Played => ({ row: null }));
  const places = destinations.get(order.buyer_id)!;
  const place =
    places.length > 0
      ? { destination_id: places[index % places.length] }
      : { destination: "本社工場 資材倉庫" };
  let order_key = 0;
  const send: Act["run"] = async (tx, who) => {
    const lines = order.lines.map(({ code, num_items, delivery_date }) => ({
      product_id: products.get(code),
      num_items,
      delivery_date,
    }));
    const made = await sendOrder(
      tx,
      who,
      orderInput.parse({
        seller_id: shop.seller_id,
        order_date: clock.date(order.at),
        inspection_days: 7,
        ...place,
        lines,
        note: index % 5 === 2 ? "検査成績書を添付してください。" : "",
      }),
    );
    order_key = made.key;
    const rows = await tx.select().from(card).where(eq(card.order_key, made.key)).orderBy(asc(card.key));
    rows.forEach((row, line) => (played[line]!.row = row));
  };
  const first = Math.min(...order.lines.map((line) => line.start));
  const seen: Act = {
    at: clock.instant(first - 0.02),
    username: shop.boss,
    run: (tx, who) => viewOrder(tx, who, order_key),
  };
  return [
    { at: clock.instant(order.at), username: order.clerk, run: send },
    ...(order.lines.some((line) => line.place !== "waiting") ? [seen] : []),
    ...order.lines.flatMap((line, at) => [
      ...answerActs(shop, line, played[at]!, order.clerk, clock),
      ...workActs(shop, line, played[at]!, clock, workers.get(shop.seller_id)!),
    ]),
  ];
}

const cardAct =
  (played: Played, command: (card: Card, tx: Tx, who: Who) => Promise<Card>): Act["run"] =>
  async (tx, who) => {
    played.row = await command(played.row!, tx, who);
  };

function answerActs(shop: Shop, line: Planned, played: Played, clerk: string, clock: Clock): Act[] {
  const propose = cardAct(played, ({ key, version, delivery_date }, tx, who) =>
    proposeDate(tx, who, key, {
      version,
      proposed_delivery_date: addDays(later(delivery_date!, tokyoDate(who.now)), 3),
      reason: "材料の入荷に日数がかかるため",
    }),
  );
  const accept = cardAct(played, ({ key, version }, tx, who) => acceptCard(tx, who, key, { version }));
  const decline = cardAct(played, ({ key, version }, tx, who) =>
    declineCard(tx, who, key, { version, reason: "この板厚は当社の設備では曲げられません。" }),
  );
  const agree = cardAct(played, ({ key, version }, tx, who) => agreeDate(tx, who, key, { version }));
  const by = (username: string, time: number, run: Act["run"]): Act => ({
    at: clock.instant(time),
    username,
    run,
  });
  if (line.place === "waiting") return [];
  if (line.place === "declined") return [by(shop.boss, line.start, decline)];
  if (line.place === "proposed") return [by(shop.boss, line.start, propose)];
  if (line.agreed) return [by(shop.boss, line.start - 0.3, propose), by(clerk, line.start, agree)];
  return [by(shop.boss, line.start, accept)];
}

function callActs(shop: Shop, call: PlannedCall, clock: Clock, { products, workers }: Company): Act[] {
  const played: Played = { row: null };
  const make: Act["run"] = async (tx, who) => {
    played.row = await newCard(
      tx,
      who,
      cardNew.parse({
        buyer_id: call.buyer_id,
        product_id: products.get(call.code),
        num_items: call.num_items,
        delivery_date: call.delivery_date,
        note: call.note,
        is_urgent: call.urgent,
        is_billing_target: call.is_billing_target,
      }),
    );
  };
  return [
    { at: clock.instant(call.start), username: shop.boss, run: make },
    ...workActs(shop, call, played, clock, workers.get(shop.seller_id)!),
  ];
}

/** The way through the processes: moves, half-done and final counts, and the shipment. */
function workActs(shop: Shop, line: Planned, played: Played, clock: Clock, workers: number[]): Act[] {
  if (typeof line.place !== "number") return [];
  const acts: Act[] = [];
  const act = (time: number, run: Act["run"], username = shop.hand) =>
    acts.push({
      at: clock.instant(time),
      username,
      run,
      origin: username === shop.hand ? (line.halfway ? "QR" : "スマホ") : "PC",
    });
  const count = (num_good: string, num_partial: string) =>
    cardAct(played, ({ key, version }, tx, who) =>
      countCard(tx, who, key, { version, num_good, num_defective: "0", num_partial, over: false }),
    );

  const times = timesOf(shop, line);
  const good = decimal(milli(line.num_items) - BigInt(line.defective) * 1000n);
  line.route.forEach((group_id, index) => {
    const time = times[index]!;
    const left = times[index + 1] ?? null;
    act(
      time,
      cardAct(played, ({ key, version }, tx, who) =>
        moveCard(tx, who, key, { version, group_id, inside: true }),
      ),
    );
    const timed = isTimed(shop, line, group_id, time, left);
    if (timed) {
      const slow = group_id === shop.slow;
      for (const one of timedSteps(line, workers, time, left, slow)) act(one.time, cardAct(played, one.run));
    }
    const last = index === line.route.length - 1;
    if (group_id === shop.inspect && left !== null) {
      const at = time + Math.min(left - time, line.monday === null ? Infinity : 0.7) * 0.7;
      const worker_id = workers[line.turn % workers.length]!;
      const found = wornTool(good, String(line.defective), worker_id);
      const whole = isMeasured(shop, line) ? measuredFinish(line, worker_id, at) : null;
      act(
        at,
        line.defective > 0 ? cardAct(played, found) : whole ? cardAct(played, whole) : count(good, "0"),
      );
    }
    if (last && line.halfway && !timed && group_id !== shop.ready)
      act(time + (0.96 - time) * 0.6, count("0", half(line.num_items)));
  });
  if (line.urgent) {
    act(
      line.start + (line.end - line.start) * 0.05,
      cardAct(played, (row, tx, who) => changeCard(tx, who, row, "edited", { is_urgent: true })),
      shop.boss,
    );
  }
  const ship = cardAct(played, ({ key, version }, tx, who) =>
    shipCard(tx, who, key, { version, over: false, uncounted: true }),
  );
  if (line.place === NON_KANBAN_GROUP) act(line.end, ship);
  return acts;
}

const later = (a: ISODate, b: ISODate) => (a > b ? a : b);
const half = (num_items: string) => String(Math.floor(Number(num_items) / 2));
