import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { card } from "~/lib/tables/card.table.server";
import { message } from "~/lib/tables/message.table.server";
import { today } from "~/lib/time/date";
import { NON_KANBAN_GROUP, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { isKnownToRoom } from "./about.read.server";
import type { Context, contextQuery, Duty } from "./context.schema";
import type { Parties } from "./room";
import { checkRoom } from "./room.check.server";

const COUNTED = 100;
type Counted =
  | "inbox"
  | "waiting"
  | "proposed"
  | "late"
  | "undelivered"
  | "notes"
  | "bills"
  | "uninspected"
  | "to_us"
  | "to_them"
  | "ours"
  | "theirs";
type Counts = Record<Counted, number> & { partner: string };

async function countsOf(
  db: Tx,
  who: Who,
  { seller_id, buyer_id }: Parties,
  room_id: string,
  day: string,
): Promise<Counts> {
  const few = (from: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select 1 from ${from} limit ${COUNTED}) x)`;
  const cards = (more: ReturnType<typeof sql>) =>
    few(sql`card c where c.seller_id = ${seller_id} and c.buyer_id = ${buyer_id} and ${more}`);
  // Nothing that was shipped: without it every card there ever was is read.
  const inbox = sql`c.group_id <> ${NON_KANBAN_GROUP}
    and c.group_id in (select p.group_id from process p where p.company_id = ${seller_id} and p.role = 'inbox')`;
  const sheets = (is: ReturnType<typeof sql>) =>
    few(sql`(select from card c where c.seller_id = ${seller_id} and c.buyer_id = ${buyer_id} and ${inbox}
    and c.order_key is not null group by c.order_key having ${is}) o`);
  // A proposal expires with its message.
  const open = sql`g.room_id = ${room_id} and g.state = 'open' and g.proposed_time > ${who.now}::timestamptz - interval '30 days'`;
  const { rows } = await db.execute<Counts>(sql`select
    ${cards(inbox)} as inbox, ${sheets(sql`not bool_or(c.answer = 'proposed') and bool_or(c.answer = 'waiting')`)} as waiting,
    ${sheets(sql`bool_or(c.answer = 'proposed')`)} as proposed,
    ${cards(sql`c.group_id <> ${NON_KANBAN_GROUP} and c.delivery_date < ${day}::date`)} as late,
    ${cards(sql`c.shipped_time is not null and c.cancelled_time is null and c.is_billing_target
      and c.closed_reason is null and c.num_delivered < c.num_good`)} as undelivered,
    ${few(sql`delivery d where d.seller_id = ${seller_id} and d.buyer_id = ${buyer_id} and d.cancelled_time is null and d.viewed_time is null
      and not exists (select from delivery_line l where l.delivery_key = d.key and l.is_live and l.invoice_key is not null)`)} as notes,
    ${few(sql`invoice i where i.seller_id = ${seller_id} and i.buyer_id = ${buyer_id} and i.cancelled_time is null and i.viewed_time is null
      and not i.is_self_billed`)} as bills,
    ${few(sql`(select distinct l.delivery_key from delivery_line l where l.seller_id = ${seller_id} and l.buyer_id = ${buyer_id} and l.is_live
      and not l.is_cost and (l.card_key is not null or l.replaces_key is not null)
      and l.num_accepted + l.num_rejected < l.num_items and l.num_billed < l.num_items) w`)} as uninspected,
    (select f.name from factory f where f.id = ${seller_id === who.company_id ? buyer_id : seller_id}) as partner,
    ${few(sql`agreement g where ${open} and g.proposed_by <> ${who.company_id}`)} as to_us,
    ${few(sql`agreement g where ${open} and g.proposed_by = ${who.company_id}`)} as to_them,
    ${few(sql`chat_ask a where a.room_id = ${room_id} and a.answered_time is null and a.to_company = ${who.company_id}`)} as ours,
    ${few(sql`chat_ask a where a.room_id = ${room_id} and a.answered_time is null and a.to_company <> ${who.company_id}`)} as theirs`);
  return rows[0]!;
}

function dutiesOf(who: Who, room: Parties, room_id: string, counts: Counts): Duty[] {
  const seller = room.seller_id === who.company_id;
  const board = `/task/kanban?${seller ? `buyer_id=${room.buyer_id}` : `seller_id=${room.seller_id}`}`;
  const sent = (status: string) => `/order?${new URLSearchParams({ seller_id: room.seller_id, status })}`;
  // A factory that orders has no list and no board of its own orders.
  const cards: Duty[] = seller
    ? [
        { label: "新規依頼のカード", count: counts.inbox, href: `${board}&state=inbox`, is_ours: true },
        { label: "納期を過ぎたカード", count: counts.late, href: `${board}&late=on`, is_ours: true },
      ]
    : who.company_type === "buyer"
      ? [
          { label: "納期の提案への回答", count: counts.proposed, href: sent("proposed"), is_ours: true },
          { label: "承諾を待っている依頼", count: counts.waiting, href: sent("waiting"), is_ours: false },
          { label: "納期を過ぎたカード", count: counts.late, href: `${board}&late=on`, is_ours: false },
        ]
      : [];
  const asks = (side: string) => `/chat/asks?${new URLSearchParams({ side, state: "open", room: room_id })}`;
  const all: Duty[] = [
    ...cards,
    { label: "合意の提案への回答", count: counts.to_us, href: `/chat/${room_id}`, is_ours: true },
    { label: "合意の回答待ち", count: counts.to_them, href: `/chat/${room_id}`, is_ours: false },
    { label: "要回答", count: counts.ours, href: asks("ours"), is_ours: true },
    { label: "相手の回答待ち", count: counts.theirs, href: asks("theirs"), is_ours: false },
  ];
  if (seesAmounts(who)) {
    const partner = new URLSearchParams({
      partner: counts.partner,
      ...(!seller && who.company_type === "seller" && { received: "on" }),
    });
    const unseen = (what: string) => (seller ? `相手が開いていない${what}` : `開いていない${what}`);
    all.push(
      {
        label: unseen("納品書"),
        count: counts.notes,
        href: `/accounting/delivery?state=issued&${partner}`,
        is_ours: !seller,
      },
      {
        label: unseen("請求書"),
        count: counts.bills,
        href: `/accounting/invoice?unviewed=on&${partner}`,
        is_ours: !seller,
      },
      {
        label: seller ? "相手の検収を待っている納品" : "検収待ちの納品",
        count: counts.uninspected,
        href: `/accounting/delivery?uninspected=on&${partner}`,
        is_ours: !seller,
      },
    );
    const to_write = {
      label: "納品書を作っていない出荷",
      count: counts.undelivered,
      href: `/accounting/delivery/new?buyer_id=${room.buyer_id}`,
      is_ours: true,
    };
    if (seller) all.push(to_write);
  }
  return all.filter(({ count }) => count > 0);
}

export async function contextOf(
  db: Tx,
  who: Who,
  room_id: string,
  { taskId }: z.output<typeof contextQuery>,
): Promise<Context> {
  const room = await checkRoom(db, who, room_id);
  const day = today(new Date(who.now));
  const [spoken] =
    taskId !== undefined
      ? [{ key: taskId }]
      : await db
          .select({ key: message.task_id })
          .from(message)
          .where(
            and(
              eq(message.room_id, room_id),
              isNotNull(message.task_id),
              sql`${message.unixtime} > extract(epoch from ${who.now}::timestamptz)`,
            ),
          )
          .orderBy(desc(message.number))
          .limit(1);
  const columns = {
    key: card.key,
    id: card.id,
    name: card.name,
    status: card.status,
    order_id: card.order_id,
    num_items: card.num_items,
    num_good: card.num_good,
    order_unit: card.order_unit,
    delivery_date: card.delivery_date,
    proposed_delivery_date: card.proposed_delivery_date,
    is_urgent: card.is_urgent,
    shipped_time: card.shipped_time,
    group_id: card.group_id,
  };
  const [found] =
    spoken?.key == null
      ? []
      : await db
          .select(columns)
          .from(card)
          .where(and(eq(card.key, spoken.key), isKnownToRoom(card, room)));
  const is_late =
    found !== undefined &&
    found.group_id !== NON_KANBAN_GROUP &&
    found.delivery_date !== null &&
    found.delivery_date < day;
  const shown = found
    ? { ...found, unit_label: UNIT_LABEL[found.order_unit], due_label: CARD_LABEL.delivery_date, is_late }
    : null;
  return {
    card: shown,
    duties:
      room.kind === "pair" ? dutiesOf(who, room, room_id, await countsOf(db, who, room, room_id, day)) : [],
  };
}
