// A year of a factory's work for BI: cards with their log, 実績, 不良, 記録データ and 間接作業, evenly over the days
// before today, by forty people.
const WORKERS = 40;
const DAYS = 365;
const STEPS = `(select group_id, label, (row_number() over (order by sort, group_id) - 1)::int as n, count(*) over ()::int as many
  from process where company_id = 'yamada' and role in ('work', 'inspect') and is_active)`;
const PRODUCTS = `(select product_id, buyer_id, name, (row_number() over (order by product_id) - 1)::int as n, count(*) over ()::int as many
  from product where seller_id = 'yamada' and buyer_id in ('tanaka', 'suzuki') and order_unit = 'piece' and unit = 'piece')`;
const number = (n) => `'V' || lpad((${n})::text, 7, '0')`;

export const people = `insert into worker (company_id, name, sort)
  select 'yamada', '計測' || lpad(n::text, 2, '0'), 1000 + n from generate_series(0, ${WORKERS - 1}) n`;

/** Which day, of whom, when: 5 minutes of every 7 from 8 o'clock on. */
const plan = (from, to) => `(
  select n, k.worker_id, day, day + time '08:00' + n / ${DAYS * WORKERS} * interval '7 minutes' as start, n % 50 = 0 as is_bad
  from generate_series(${from}::int, ${to}::int - 1) n
    join (select worker_id, (row_number() over (order by sort) - 1)::int as place from worker where company_id = 'yamada' and sort >= 1000) k
      on k.place = n / ${DAYS} % ${WORKERS},
    lateral (select (now() at time zone 'Asia/Tokyo')::date - 1 - n % ${DAYS} as day) d)`;
const tokyo = (at) => `((${at}) at time zone 'Asia/Tokyo')`;
const text = (at) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** What the statements after the cards read of them. */
const made = (from, to) => `(
  select p.*, c.key as card_key, c.buyer_id, c.product_id, w.key as work_key, w.group_id, w.status, w.work_start, w.work_end, c.shipped_time, c.created_time
  from ${plan(from, to)} p join card c on c.seller_id = 'yamada' and c.id = ${number("p.n")} join work w on w.card_key = c.key)`;

/** The triggers would count each by itself: the tallies are made anew afterwards, by the product's own function. */
export const year = (from, to) => [
  "set session_replication_role = replica",
  `insert into card (seller_id, buyer_id, id, product_id, name, num_items, num_good, order_unit, unit, num_units, unit_price, price,
      is_billing_target, delivery_date, group_id, status, moved_group, created_time, product_time, shipped_time, group_update_time,
      update_time, search_key, version)
    select 'yamada', t.buyer_id, ${number("p.n")}, t.product_id, t.name, 20, case when is_bad then 19 else 20 end, 'piece', 'piece', 20, 100, 2000,
      false, p.day + p.n % 10 - 1, 99, '出荷済み', s.group_id, ${tokyo("p.day - 5 + time '09:00'")}, ${tokyo("p.day + time '17:00'")},
      ${tokyo("p.day + time '17:00'")}, ${tokyo("p.day + time '17:00'")}, ${tokyo("p.day + time '17:00'")}, 'v' || lpad(p.n::text, 7, '0'), 5
    from ${plan(from, to)} p join ${PRODUCTS} t on t.n = p.n % t.many join ${STEPS} s on s.n = p.n / 3 % s.many order by p.n`,
  `insert into work (seller_id, card_key, group_id, status, worker_id, work_start, work_end, num_good, num_defective)
    select 'yamada', c.key, s.group_id, s.label, p.worker_id, ${tokyo("p.start")}, ${tokyo("p.start + interval '5 minutes'")},
      c.num_good, case when p.is_bad then 1 else 0 end
    from ${plan(from, to)} p join card c on c.seller_id = 'yamada' and c.id = ${number("p.n")} join ${STEPS} s on s.n = p.n / 3 % s.many order by p.n`,
  "analyze card, work",
  `insert into defect (seller_id, card_key, group_id, status, num, reason_id, reason, treatment, treatment_label, worker_id, recorded_time, work_key)
    select 'yamada', card_key, group_id, status, 1, r.reason_id, r.label, case when n % 100 = 0 then 'scrap' end, case when n % 100 = 0 then '廃棄' end,
      worker_id, work_end, work_key
    from ${made(from, to)} m join (select reason_id, label, row_number() over (order by sort, reason_id) - 1 as place, count(*) over () as many
      from reason where company_id = 'yamada' and kind = 'defect') r on r.place = m.n / 50 % r.many where is_bad`,
  `insert into measurement (seller_id, buyer_id, card_key, product_id, group_id, status, work_key, item_id, sort, label, kind, unit, digits,
      lower_limit, upper_limit, value, judgement, worker_id, username, measured_time, recorded_time)
    select 'yamada', buyer_id, card_key, product_id, group_id, status, work_key, i.item_id, 1, i.label, 'number', i.unit, coalesce(i.digits, 2), 9.9, 10.1,
      9.9 + n % 21 * 0.01, 'ok', worker_id, 'genba@yamada.example', work_end, work_end
    from ${made(from, to)} m, lateral (select item_id, label, unit, digits from record_item where company_id = 'yamada' and kind = 'number' order by item_id limit 1) i where n % 20 = 1`,
  `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
    select 'yamada', p.worker_id, r.reason_id, r.label, false, ${tokyo("p.day + time '16:30'")}, ${tokyo("p.day + time '16:50'")}, 'PC'
    from ${plan(from, to)} p, lateral (select reason_id, label from reason where company_id = 'yamada' and kind = 'indirect' and not is_break
      order by sort, reason_id limit 1) r where n < ${DAYS * WORKERS} and n % 5 = 0`,
  `insert into activity (seller_id, buyer_id, subject, subject_key, seq, kind, at, actor, actor_name, actor_company, origin, before, after)
    select 'yamada', buyer_id, 'card', card_key, e.seq, e.kind, e.at, 'genba@yamada.example', '山口 現', 'yamada', 'QR', e.before, e.after
    from ${made(from, to)} m, lateral (values
      (1, 'created', created_time, '{}'::jsonb, jsonb_build_object('id', ${number("n")}, 'num_items', '20', 'group_id', group_id, 'status', status,
        'group_update_time', ${text("created_time")})),
      (2, 'started', work_start, '{"work_start": null}', jsonb_build_object('work_start', ${text("work_start")})),
      (3, 'finished', work_end, '{"num_good": "0"}', '{"num_good": "20"}'),
      (4, 'shipped', shipped_time, jsonb_build_object('group_id', group_id, 'status', status, 'shipped_time', null),
        jsonb_build_object('group_id', 99, 'status', '出荷済み', 'shipped_time', ${text("shipped_time")}, 'group_update_time', ${text("shipped_time")})))
      e (seq, kind, at, before, after)`,
  "set session_replication_role = origin",
  "select rebuild_bi()",
  "vacuum analyze",
];

/** So many edits of each of the cards until the log has `entries`; a company's log is longer than its cards. */
export const edits = (entries) => [
  "set session_replication_role = replica",
  `insert into activity (seller_id, buyer_id, subject, subject_key, seq, kind, at, actor, actor_name, actor_company, origin, before, after)
    select 'yamada', buyer_id, 'card', key, 10 + seq, 'edited', created_time + seq * interval '1 hour', 'admin@yamada.example', '山田 太郎', 'yamada', 'PC',
      jsonb_build_object('note', 'あ'), jsonb_build_object('note', 'い' || seq)
    from (select *, count(*) over () as many from card where seller_id = 'yamada' and id between ${number(0)} and ${number(9_999_999)}) c,
      (select greatest(0, ${entries} - count(*)) as missing from activity where seller_id = 'yamada') l,
      lateral generate_series(1, (l.missing + many - 1) / many) seq`,
  "set session_replication_role = origin",
  "vacuum analyze activity",
];
