import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { allocateCard, releaseCard, yieldAllocation } from "~/lib/stock/allocation.server";
import { moveByHand, reverseByHand } from "~/lib/stock/hand.server";
import { moving, reversing } from "~/lib/stock/stock.schema";
import { shipment, unshipment } from "~/lib/task/ship.schema";
import { shipCard, unshipCard } from "~/lib/task/ship.server";
import { undoCard } from "~/lib/task/undo.server";
import { finishWork, stopCard } from "~/lib/task/work.finish.server";
import { finishing, stopping } from "~/lib/task/work.schema";
import { addDays, tokyoDate } from "~/lib/time/date";
import { lockRow, saveCount } from "./count.server";
import type { Look } from "./history.look.testing.server";
import type { Ledger } from "./ledger.testing.server";

export type BriefShop = { group_id: number; reason_id: number };
/** A product with what it is made of; `look`: as both stood before this turn. */
export type Goods = {
  made: number;
  part: number;
  ledger: Ledger;
  actions: string[];
  look: Pick<Look, "cards" | "allocations" | "stocks">;
};
type Turn = { tx: Tx; who: Who; shop: BriefShop; goods: Goods; sheet: number };
/** Whether there was anything to do. */
type Act = (turn: Turn, at: number, n: number) => Promise<boolean>;

const pick = <T>(from: T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
const open = ({ look }: Goods) => look.cards.filter((card) => !card.shipped && !card.cancelled);
const ordered = (goods: Goods) => open(goods).filter(({ buyer_id }) => buyer_id === "tanaka");
const held = ({ look }: Goods) => look.allocations.filter(({ state }) => state === "open");

async function move({ tx, who, goods }: Turn, at: number, kind: "in" | "out" | "adjust", num: number) {
  const id = at % 3 === 0 ? goods.part : goods.made;
  const effective_date = addDays(tokyoDate(who.now), -(at % 3));
  const after = goods.look.stocks.find((row) => row.product_id === id)!.num + (kind === "out" ? -num : num);
  const sure = after < 0 && at % 2 === 0 ? { seen: String(after) } : {};
  const asked = {
    kind,
    num: String(num),
    effective_date,
    ...(kind !== "in" && { reason: "other" }),
    ...sure,
  };
  const { action } = await moveByHand(tx, who, id, moving.parse(asked));
  const change = kind === "out" ? -num : num;
  goods.ledger.moved(id, change, action);
  if (effective_date < tokyoDate(who.now)) goods.ledger.before(id, change);
  goods.actions.push(action);
  return true;
}

const ACTS = {
  in: (turn, at, n) => move(turn, at, "in", n),
  out: (turn, at, n) => move(turn, at, "out", n),
  adjust: (turn, at, n) => move(turn, at, "adjust", n - 10),
  async reverse({ tx, who, goods }, at) {
    const action = pick(goods.actions, at);
    if (!action) return false;
    const { action: by } = await reverseByHand(tx, who, action, reversing.parse({}));
    goods.ledger.reversed(action, by);
    goods.actions.push(by);
    return true;
  },
  async count({ tx, who, goods, sheet }, at, n) {
    const id = at % 2 === 0 ? goods.part : goods.made;
    const row = await lockRow(tx, who, sheet, id);
    const by = { person: who.name, counted_time: who.now, client_id: `${sheet}.${id}.${who.now}` };
    const given = { mode: "replace" as const, num: String(n), queued: false, keeps: false, splits: false };
    await saveCount(tx, who, row, by, { ...given, seen: row.last_count, replace: true });
    goods.ledger.count(sheet, id, n);
    return true;
  },
  async allocate({ tx, who, goods }, at, n) {
    const card = pick(ordered(goods), at);
    if (!card) return false;
    await allocateCard(tx, who, card.key, at % 2 === 0 ? undefined : String(n));
    return true;
  },
  async release({ tx, who, goods }, at, n) {
    const row = pick(held(goods), at);
    if (!row) return false;
    await releaseCard(tx, who, row.card_key, at % 2 === 0 ? {} : { num: String(n) });
    return true;
  },
  async yield({ tx, who, goods }, at, n) {
    const row = pick(held(goods), at);
    const to = pick(
      ordered(goods).filter(({ key }) => key !== row?.card_key),
      n,
    );
    if (!row || !to) return false;
    await yieldAllocation(tx, who, row.key, { card: to.id, ...(at % 2 === 0 ? {} : { num: "1" }) });
    return true;
  },
  async finish({ tx, who, shop, goods }, at, n) {
    const card = pick(open(goods), at);
    if (!card) return false;
    const room = Math.max(0, card.num_items - card.num_good - card.num_defective);
    const bad = Math.min(at % 3, room);
    const said = {
      version: card.version,
      num_good: String(Math.min(n, room - bad)),
      num_defective: String(bad),
      reason_id: shop.reason_id,
      treatment: [undefined, "rework", "remake", "scrap"][at % 4],
      shortage: at % 2 === 0 ? "divide" : "short",
      next: "stay",
    };
    await finishWork(tx, who, card.key, finishing.parse(said));
    return true;
  },
  async ship({ tx, who, goods }, at, n) {
    const card = pick(open(goods), at);
    if (!card) return false;
    const num_good = String(1 + (n % card.num_items));
    const sure = { uncounted: "on", over: "on", reason: "欠品" };
    const shortage = at % 2 === 0 ? "divide" : "close";
    await shipCard(tx, who, card.key, shipment.parse({ version: card.version, num_good, shortage, ...sure }));
    return true;
  },
  async unship({ tx, who, goods }, at) {
    const card = pick(
      goods.look.cards.filter(({ shipped }) => shipped),
      at,
    );
    if (!card) return false;
    await unshipCard(tx, who, card.key, unshipment.parse({ version: card.version }));
    return true;
  },
  async undo({ tx, who, goods }, at) {
    const { key, version } = pick(goods.look.cards, at)!;
    await undoCard(tx, who, key, { version });
    return true;
  },
  async stop({ tx, who, goods }, at) {
    const card = pick(open(goods), at);
    if (!card) return false;
    await stopCard(tx, who, card.key, stopping.parse({ version: card.version, reason: "取りやめ" }));
    return true;
  },
} satisfies Record<string, Act>;

export type BriefAct = keyof typeof ACTS;
export const BRIEF_ACTS: Record<BriefAct, Act> = ACTS;
