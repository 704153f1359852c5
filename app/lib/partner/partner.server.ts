import { type SQL, sql } from "drizzle-orm";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { toKatakana } from "~/lib/text/kana";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { type PartnerQuery, type PartnerRow, partnerRow } from "./partner.schema";

const terms = (c: string) =>
  sql.raw(`case when ${c}.seller_id is not null then jsonb_build_object('is_payment_last_date', ${c}.is_payment_last_date,
  'payment_date', ${c}.payment_date, 'pay_month', ${c}.pay_month, 'pay_day', ${c}.pay_day, 'bank_shift', ${c}.bank_shift,
  'payment_method', ${c}.payment_method, 'maturity', ${c}.maturity, 'maturity_unit', ${c}.maturity_unit, 'fee_bearer', ${c}.fee_bearer,
  'toriteki', ${c}.toriteki) end`);

/** 売掛残 of each buyer: what live invoices ask for, less what has come in. */
const balances = (who: Who) =>
  seesAmounts(who)
    ? sql`(
  select buyer_id, sum(amount)::bigint as balance from (
    select buyer_id, total as amount from invoice where seller_id = ${who.company_id} and cancelled_time is null
    union all select p.buyer_id, case p.direction when 'in' then -l.amount else l.amount end from payment p join payment_line l on l.payment_key = p.key
      where p.seller_id = ${who.company_id} and p.cancelled_time is null) ledger group by buyer_id)`
    : sql`(select null::text as buyer_id, null::bigint as balance)`;

const rows = (who: Who): SQL => sql`(
  select f.id, f.name, f.postal_code, f.address, f.fax, f.registration_number, t.payee_kana, t.note, t.code,
    coalesce(t.kana, f.kana) as kana, t.person, coalesce(t.tel, f.tel) as tel,
    coalesce(t.email, f.email) as email, coalesce(t.honorific, 'onchu') as honorific, t.send_method,
    case when a.is_buyer and a.is_seller then 'both' when a.is_buyer then 'buyer' else 'seller' end as kind,
    case when not a.is_live then 'stopped' when not k.is_kept then 'active' when has_members(f.id) then 'invited' else 'uninvited' end as state,
    k.is_kept, a.is_live,
    ${terms("b")} as terms, ${terms("s")} as supplier_terms,
    (select count(*)::int from destination d where d.factory_id = f.id and d.is_active) as num_destinations,
    (select count(*)::int from product p where p.seller_id = ${who.company_id} and p.buyer_id = f.id and p.is_active) as num_products,
    (select coalesce(sum(num_cards), 0)::int from card_tally t where kind = 'due'
      and (t.seller_id, t.buyer_id) in ((${who.company_id}, f.id), (f.id, ${who.company_id}))) as num_cards,
    ${seesAmounts(who) ? sql`coalesce(m.balance, 0)` : sql`null::bigint`} as balance,
    greatest(b.last_chat_time, s.last_chat_time) as last_chat_time, coalesce(t.kana, f.kana, f.name) as sort
  from factory f
  left join collaboration b on b.seller_id = ${who.company_id} and b.buyer_id = f.id
  left join collaboration s on s.buyer_id = ${who.company_id} and s.seller_id = f.id
  left join contact t on t.company_id = ${who.company_id} and t.partner_id = f.id
  left join ${balances(who)} m on m.buyer_id = f.id
  cross join lateral (select case when f.made_by = ${who.company_id} then not signed_in(f.id) else false end as is_kept) k
  cross join lateral (select coalesce(b.is_active, false) or coalesce(s.is_active, false) as is_live) l
  cross join lateral (select l.is_live, case when l.is_live then coalesce(b.is_active, false) else b.seller_id is not null end as is_buyer,
    case when l.is_live then coalesce(s.is_active, false) else s.seller_id is not null end as is_seller) a
  where not f.is_stock and f.id <> ${who.company_id} and (b.seller_id is not null or s.seller_id is not null))`;

const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function conditions({ q, kind, state, ids }: Partial<PartnerQuery>): SQL[] {
  const code = q?.normalize("NFKC") ?? "";
  return [
    ...(q
      ? [
          sql`(name ilike ${like(q)} or kana ilike ${like(toKatakana(q))} or code ilike ${like(code)} or id ilike ${like(code)} or person ilike ${like(q)}
      or replace(tel, '-', '') like ${like(code.replaceAll("-", ""))})`,
        ]
      : []),
    ...(kind === "both" ? [sql`kind = 'both'`] : kind ? [sql`kind in (${kind}, 'both')`] : []),
    // Who has signed in costs a look at each company: asked only where somebody wants to know.
    ...(state === "stopped"
      ? [sql`not is_live`]
      : state && state !== "all"
        ? [sql`is_live and state = ${state}`]
        : state || ids
          ? []
          : [sql`is_live`]),
    ...(ids ? [sql`id = any(${sql.param(ids)})`] : []),
  ];
}

type Sorted = PartnerRow & { sort: string };
const number = (row: Sorted): Sorted => ({
  ...row,
  balance: row.balance === null ? null : Number(row.balance),
});

const ORDERS: Orders<Sorted> = {
  key: sql`id`,
  keyKind: "text",
  keyOf: (row) => row.id,
  by: {
    kana: { by: sql`sort`, kind: "text", of: (row) => row.sort },
    name: { by: sql`name`, kind: "text", of: (row) => row.name },
    code: { by: sql`code`, kind: "text", nullable: true, of: (row) => row.code },
    balance: { by: sql`balance`, kind: "number", nullable: true, of: (row) => row.balance },
    num_cards: { by: sql`num_cards`, kind: "number", of: (row) => row.num_cards },
    last_chat_time: {
      by: sql`last_chat_time`,
      kind: "instant",
      nullable: true,
      of: (row) => row.last_chat_time,
    },
  },
};

export async function partnersOf(db: Tx, who: Who, query: PartnerQuery) {
  const wanted = conditions(query);
  const where = (more: SQL[]) => (more.length > 0 ? sql`where ${sql.join(more, sql` and `)}` : sql``);
  const all = rows(who);
  const page = await keysetPage<Sorted>(
    async (further, order, limit) => {
      // First which, then all that is told of them: figures are looked up for the page alone.
      const { rows: ids } = await db.execute<{ id: string }>(
        sql`select id from ${all} p ${where([...wanted, ...(further ? [further] : [])])} order by ${order} limit ${limit}`,
      );
      const found = await db.execute<Sorted>(
        sql`select * from ${all} p where id = any(${sql.param(ids.map(({ id }) => id))}) order by ${order}`,
      );
      return found.rows.map(number);
    },
    ORDERS,
    query,
    query.size,
  );
  const [count] = (
    await db.execute<{ n: string }>(sql`select count(*) as n from ${rows(who)} p ${where(wanted)}`)
  ).rows;
  return {
    ...page,
    items: page.items.map((row) => partnerRow.parse(row)),
    total: Number(count!.n),
    total_more: false,
  };
}

export type Stand = {
  id: string;
  name: string;
  email: string | null;
  person: string | null;
  is_live: boolean;
  is_kept: boolean;
};

/** Without figures, for commands. */
export async function standsWith(db: Tx, who: Who, ids: string[]): Promise<Map<string, Stand>> {
  const { rows: found } = await db.execute<Stand>(sql`
    select f.id, f.name, coalesce(t.email, f.email) as email, t.person, c.is_live,
      case when f.made_by = ${who.company_id} then not signed_in(f.id) else false end as is_kept
    from factory f left join contact t on t.company_id = ${who.company_id} and t.partner_id = f.id
    cross join lateral (select bool_or(is_active) as is_live from collaboration
      where (seller_id, buyer_id) in ((${who.company_id}, f.id), (f.id, ${who.company_id}))) c
    where f.id = any(${sql.param(ids)}) and f.id <> ${who.company_id} and not f.is_stock and c.is_live is not null`);
  return new Map(found.map((row) => [row.id, row]));
}

export async function standWith(db: Tx, who: Who, id: string): Promise<Stand | undefined> {
  return (await standsWith(db, who, [id])).get(id);
}

export async function partnerOf(db: Tx, who: Who, id: string): Promise<PartnerRow | undefined> {
  const {
    rows: [row],
  } = await db.execute<Sorted>(sql`select * from ${rows(who)} p where id = ${id}`);
  return row && partnerRow.parse(number(row));
}
