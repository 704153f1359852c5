import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { seal, unseal } from "~/lib/config/secret.server";
import type { Tx } from "~/lib/db/connection.server";
import { standsWith } from "~/lib/partner/partner.server";
import { member } from "~/lib/tables/member.table.server";
import { payee } from "~/lib/tables/transfer.table.server";
import {
  changeOf,
  confirmProblem,
  enteredAccount,
  isSamePayee,
  maskNumber,
  type PayeeAccount,
  type PayeeState,
  stateOfPayee,
} from "./payee";
import { payeeLog, tellPayees } from "./payee.log.server";
import type { PayeeInput, PayeeRow } from "./payee.schema";

type Line = typeof payee.$inferSelect;
type Found = { id: string; name: string; kana: string | null; payee: Line | null };

const placeOf = (company_id: string, partner_id: string) => `payee ${company_id} ${partner_id}`;

export const accountOfPayee = ({ sealed, company_id, partner_id }: Line): PayeeAccount | null => {
  const text = unseal(sealed, placeOf(company_id, partner_id));
  return text === null ? null : (JSON.parse(text) as PayeeAccount);
};

function rowOf({ id, name, kana, payee: line }: Found): PayeeRow {
  const account = line && accountOfPayee(line);
  return {
    partner_id: id,
    partner_name: name,
    partner_kana: kana,
    state: stateOfPayee(line, account !== null),
    bank_code: account?.bank_code ?? null,
    bank_kana: account?.bank_kana ?? null,
    branch_code: account?.branch_code ?? null,
    branch_kana: account?.branch_kana ?? null,
    kind: account?.kind ?? null,
    number: account && maskNumber(account.number),
    name: account?.name ?? null,
    changed_time: line?.changed_time ?? null,
    changed_name: line?.changed_name ?? null,
    confirmed_time: line?.confirmed_time ?? null,
    confirmed_name: line?.confirmed_name ?? null,
    version: line?.version ?? 0,
  };
}

/** Whom the company buys from, and whoever has an account here already. */
export async function findPayees(db: Tx, who: Who, wanted: SQL = sql`true`): Promise<Found[]> {
  const { rows } = await db.execute<{ id: string; name: string; kana: string | null }>(sql`
    select f.id, f.name, coalesce(t.kana, f.kana) as kana
    from factory f left join contact t on t.company_id = ${who.company_id} and t.partner_id = f.id
    where not f.is_stock and f.id <> ${who.company_id} and ${wanted} and (
      exists (select from payee p where p.company_id = ${who.company_id} and p.partner_id = f.id)
      or exists (select from collaboration c where c.buyer_id = ${who.company_id} and c.seller_id = f.id and c.is_active))
    order by coalesce(t.kana, f.kana, f.name), f.id`);
  const lines = await payeeLines(
    db,
    who,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, payee: lines.get(row.id) ?? null }));
}

export async function payeeLines(db: Tx, who: Who, ids: string[]): Promise<Map<string, Line>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(payee)
    .where(and(eq(payee.company_id, who.company_id), inArray(payee.partner_id, ids)));
  return new Map(rows.map((row) => [row.partner_id, row]));
}

export async function listPayees(db: Tx, who: Who, state?: PayeeState) {
  const rows = (await findPayees(db, who)).map(rowOf);
  return { items: rows.filter((row) => !state || row.state === state) };
}

async function payeeBy(db: Tx, who: Who, partner_id: string): Promise<Found> {
  const stand = (await standsWith(db, who, [partner_id])).get(partner_id);
  if (!stand) throw notFound("取引先");
  const [found] = await findPayees(db, who, sql`f.id = ${partner_id}`);
  return found ?? { id: partner_id, name: stand.name, kana: null, payee: null };
}

/** Who else could look at a change of this person's, or could until somebody took it from them these days. */
const othersThan = (db: Tx, who: Who) => {
  const mayLook = sql`${member.is_active} and ${member.is_admin} and 'accounting' = any(${member.permissions})`;
  const was = (name: string) => sql`coalesce(a.before ->> ${name}, to_jsonb(member) ->> ${name})`;
  const mightLook = sql`exists (select from activity a where a.subject = 'member' and a.subject_key = ${member.id}
    and a.at > ${who.now}::timestamptz - interval '7 days' and ${was("is_active")} = 'true' and ${was("is_admin")} = 'true'
    and ${was("permissions")} like ${"%accounting%"})`;
  return db.$count(
    member,
    and(
      eq(member.company_id, who.company_id),
      ne(member.username, who.username),
      sql`(${mayLook} or ${mightLook})`,
    ),
  );
};

const cannotConfirm = (who: Who, { state }: PayeeRow, line: Line | null): string | null =>
  confirmProblem(state, line ?? { hands: [], needs_other: false }, who.username);

export async function readPayee(db: Tx, who: Who, partner_id: string) {
  const found = await payeeBy(db, who, partner_id);
  const row = rowOf(found);
  return {
    ...row,
    cannot_confirm: cannotConfirm(who, row, found.payee),
    log: await payeeLog(db, who, partner_id),
  };
}

/** One after the other: what two people enter at once is held against each other. */
const lockPayees = (db: Tx, { company_id }: Who) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payee ${company_id}`}, 0))`);

export type PayeeChange = { partner_id: string; input: PayeeInput };

function changed({ id, payee: line }: Found, { version, ...input }: PayeeInput) {
  if ((line?.version ?? 0) !== version) throw stale("振込先の口座");
  const before = line && accountOfPayee(line);
  const entered = enteredAccount(input, before);
  if ("sentence" in entered)
    throw new Refusal(422, "入力内容を確認してください。", { number: [entered.sentence] });
  const { account } = entered;
  const isSame = before !== null && isSamePayee(before, account);
  return isSame ? null : { partner_id: id, line, before, account };
}

async function store(
  db: Tx,
  who: Who,
  { partner_id, line, account }: NonNullable<ReturnType<typeof changed>>,
) {
  const sealed = seal(JSON.stringify(account), placeOf(who.company_id, partner_id));
  const hands = changeOf(line, who.username, await othersThan(db, who));
  const made = { sealed, changed_time: who.now, changed_by: who.username, changed_name: who.name, ...hands };
  if (!line) {
    await db.insert(payee).values({ ...made, company_id: who.company_id, partner_id });
    return;
  }
  const confirmed = { confirmed_time: null, confirmed_by: null, confirmed_name: null };
  await db
    .update(payee)
    .set({ ...made, ...confirmed, change: line.change + 1, version: line.version + 1 })
    .where(eq(payee.key, line.key));
}

/** Logged masked, and told to the company's administrators. */
export async function savePayees(db: Tx, who: Who, changes: PayeeChange[]): Promise<void> {
  await lockPayees(db, who);
  const done = [];
  for (const { partner_id, input } of changes) {
    const found = await payeeBy(db, who, partner_id);
    const change = changed(found, input);
    if (!change) continue;
    await store(db, who, change);
    done.push({ ...change, name: found.name });
  }
  await tellPayees(db, who, done);
}

export async function savePayee(db: Tx, who: Who, partner_id: string, input: PayeeInput) {
  await savePayees(db, who, [{ partner_id, input }]);
  return readPayee(db, who, partner_id);
}

export async function confirmPayee(db: Tx, who: Who, partner_id: string, version: number) {
  await lockPayees(db, who);
  const found = await payeeBy(db, who, partner_id);
  const { payee: line } = found;
  if (!line) throw notFound("振込先の口座");
  if (line.version !== version) throw stale("振込先の口座");
  refuseIf(cannotConfirm(who, rowOf(found), line));
  await db
    .update(payee)
    .set({
      confirmed_time: who.now,
      confirmed_by: who.username,
      confirmed_name: who.name,
      version: line.version + 1,
    })
    .where(eq(payee.key, line.key));
  await tellPayees(db, who, [
    { partner_id, name: found.name, before: null, account: accountOfPayee(line)!, isConfirmed: true },
  ]);
  return readPayee(db, who, partner_id);
}
