import { sql } from "drizzle-orm";
import { chat_kept } from "~/lib/tables/ask.table.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { agreement, message } from "~/lib/tables/message.table.server";
import { orders } from "~/lib/tables/order.table.server";
import type { Message } from "./message.schema";

const QUOTED = 200;

/** A message with what stands beside it. */
export const about = {
  row: message,
  card: {
    key: card.key,
    id: card.id,
    name: card.name,
    status: card.status,
    delivery_date: card.delivery_date,
  },
  product: { product_id: product.product_id, code: product.code, name: product.name },
  agreement: {
    key: agreement.key,
    card_key: agreement.card_key,
    field: agreement.field,
    value: agreement.value,
    note: agreement.note,
    state: agreement.state,
    proposed_by: agreement.proposed_by,
    answerer_name: agreement.answerer_name,
  },
  // Row-level security hides what the other company keeps to itself.
  asks: sql<
    Message["asks"]
  >`coalesce((select jsonb_agg(jsonb_build_object('key', a.key, 'is_ours', a.to_company = app_company(),
    'is_own', a.asked_company = a.to_company, 'due', a.due, 'asker_name', a.asker_name, 'answered_time', a.answered_time,
    'answerer_name', a.answerer_name, 'charge', c.username, 'charge_name', c.name) order by a.key)
    from chat_ask a left join chat_charge c on c.ask_key = a.key where a.room_id = ${message.room_id} and a.number = ${message.number}), '[]'::jsonb)`,
  order: { key: orders.key, order_id: orders.order_id },
  kept: chat_kept.card_key,
  files: sql<
    Message["files"]
  >`coalesce((select jsonb_agg(jsonb_build_object('key', f.key, 'name', f.name, 'media_type', f.media_type, 'size', f.size,
    'has_thumb', f.has_thumb) order by f.id) from file f
    where f.owner_kind = 'chat' and f.owner_key = ${message.room_id} || ' ' || ${message.id} and f.deleted_time is null), '[]'::jsonb)`,
  reply: sql<
    Message["reply"]
  >`case when ${message.reply_to} is not null then (select jsonb_build_object('id', q.id, 'number', q.number,
    'ownerName', q.owner_name, 'message', left(q.message, ${QUOTED})) from message q
    where q.room_id = ${message.room_id} and q.number = ${message.reply_to} and q.unixtime > extract(epoch from now())) end`,
  acks: sql<
    Message["acks"]
  >`coalesce((select jsonb_agg(jsonb_build_object('owner', k.username, 'ownerName', k.name, 'ownerFactory', k.company_id)
    order by k.acked_time, k.username) from chat_ack k where k.room_id = ${message.room_id} and k.number = ${message.number}), '[]'::jsonb)`,
};
