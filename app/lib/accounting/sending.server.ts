import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { ISSUER_ONLY } from "~/lib/api/query.server";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { postMessage } from "~/lib/chat/message.server";
import { readConfig } from "~/lib/config/config.server";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration } from "~/lib/tables/factory.table.server";
import { outbox } from "~/lib/tables/mail.table.server";
import { document_sending } from "~/lib/tables/sending.table.server";
import { formatDate, type ISODate, tokyoDate } from "~/lib/time/date";
import type { SendingState } from "~/lib/vocabulary/sending";
import { type DocumentKind, isIssuer } from "./document";
import {
  changeDocument,
  type DocumentStore,
  type Issued,
  lockDocument,
  refuseOthers,
} from "./document.server";
import { lockPair } from "./pair.server";
import { cannotMail, cannotSend, type Reach, sendingWords, sendProblem } from "./sending";
import type { DocumentsDone, Sending, SendingNew } from "./sending.schema";

type Subject = "delivery" | "invoice";
const MOST = 20;

/** `key`: the document's, named in full. */
export const isSent = (subject: Subject, key: SQL) =>
  sql<boolean>`exists (select 1 from document_sending s where s.subject = ${subject} and s.subject_key = ${key})`;

export function sendingWhere(state: SendingState | undefined, sent: SQL, viewed_time: SQL): SQL | undefined {
  if (!state) return undefined;
  if (state === "viewed") return sql`${viewed_time} is not null`;
  return sql`${viewed_time} is null and ${state === "sent" ? sent : sql`not ${sent}`}`;
}

/** What was handed over before this product was used is dated back. */
function firstDay(row: Issued): ISODate {
  const dated = "delivery_date" in row ? row.delivery_date : row.invoice_date;
  const issued = tokyoDate(row.issued_time);
  return dated < issued ? dated : issued;
}

async function reachOf(
  db: Tx,
  { seller_id, buyer_id }: Pick<Issued, "seller_id" | "buyer_id">,
): Promise<Reach> {
  const [row] = await db
    .select({
      is_active: collaboration.is_active,
      num_readers: sql<number>`count_document_readers(${buyer_id})`,
    })
    .from(collaboration)
    .where(and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id)));
  return row!;
}

/** How a document went out; its receiver is told no more than the log says. */
export async function sendingsOf(
  db: Tx,
  who: Who,
  { subject, noun }: Pick<DocumentKind, "subject" | "noun">,
  row: Issued,
) {
  // 支払通知書 went out as it was issued.
  const isOurs = isIssuer(row, who) && !("is_self_billed" in row && row.is_self_billed);
  if (!isOurs) return { sendings: [], cannot_send: ISSUER_ONLY, cannot_mail: ISSUER_ONLY };
  const sendings: Sending[] = await db
    .select({
      channel: document_sending.channel,
      sent_date: document_sending.sent_date,
      sent_time: document_sending.sent_time,
      name: document_sending.name,
      num_mails: sql<number>`cardinality(${document_sending.mail_keys})`,
      num_refused: sql<number>`(select count(*) from ${outbox} o
        where o.key = any(${document_sending.mail_keys}) and o.problem is not null)`.mapWith(Number),
    })
    .from(document_sending)
    .where(and(eq(document_sending.subject, subject as Subject), eq(document_sending.subject_key, row.key)))
    .orderBy(asc(document_sending.key));
  return {
    sendings,
    cannot_send: cannotSend(row, noun),
    cannot_mail: cannotMail(await reachOf(db, row), noun),
  };
}

/** Of one pair; what can't be sent is left, and told why. */
async function sendToBuyer(
  db: Tx,
  who: Who,
  store: DocumentStore,
  keys: number[],
  input: SendingNew,
): Promise<DocumentsDone["items"]> {
  const { noun } = store;
  const { channel, sent_date } = input;
  const subject = store.subject as Subject;
  const rows: Issued[] = [];
  for (const key of keys) rows.push(await lockDocument(db, store, key));
  for (const row of rows) refuseOthers(who, row);
  const before = await db
    .selectDistinctOn([document_sending.subject_key])
    .from(document_sending)
    .where(and(eq(document_sending.subject, subject), inArray(document_sending.subject_key, keys)))
    .orderBy(document_sending.subject_key, desc(document_sending.key));
  const reach = await reachOf(db, rows[0]!);
  const items = rows.map((row) => {
    const last = before.find((one) => one.subject_key === row.key) ?? null;
    return { row, problem: sendProblem({ ...row, first: firstDay(row) }, last, input, reach, noun) };
  });
  const going = items.flatMap(({ row, problem }) => (problem === null ? [row] : []));
  for (let at = 0; at < going.length; at += MOST) {
    const some = going.slice(at, at + MOST);
    const mail_keys = channel === "chat_mail" ? await tell(db, who, store, some) : [];
    const day = sent_date ?? tokyoDate(who.now);
    await db.insert(document_sending).values(
      some.map(({ key, seller_id, buyer_id }) => ({
        seller_id,
        buyer_id,
        subject,
        subject_key: key,
        channel,
        sent_date: day,
        sent_time: who.now,
        mail_keys,
        username: who.username,
        name: who.name,
      })),
    );
    for (const row of some)
      await changeDocument(
        db,
        who,
        store,
        row,
        "sent",
        {},
        { channel, sent_date: channel === "paper" ? day : null },
      );
  }
  return items.map(({ row: { key, number }, problem }) => ({ key, number, problem }));
}

/** A word in the pair's room, and a letter to all who may open what it names. */
async function tell(
  db: Tx,
  who: Who,
  { noun, path, subject }: DocumentStore,
  rows: Issued[],
): Promise<number[]> {
  const { product_name, origins } = readConfig(process.env);
  const [{ seller_id, buyer_id, seller, key, version }] = rows as [Issued];
  const words = sendingWords(
    noun,
    seller.name,
    rows.map((row) => ({ number: row.number, url: `${origins[0]}${path}/${row.key}` })),
  );
  await postMessage(db, who, {
    id: `sent-${subject}-${key}-${version}`,
    roomId: `${seller_id}_${buyer_id}`,
    productId: undefined,
    taskId: undefined,
    message: words.text,
  });
  const { rows: mailed } = await db.execute<{ keys: string[] }>(
    sql`select mail_document_readers(${buyer_id}, ${`【${product_name}】${words.subject}`},
      ${`${seller.name}です。\n${words.text}\n`}) as keys`,
  );
  return mailed[0]!.keys.map(Number);
}

export async function sendDocuments(
  db: Tx,
  who: Who,
  store: DocumentStore,
  input: SendingNew,
): Promise<DocumentsDone> {
  const today = tokyoDate(who.now);
  if (input.sent_date && input.sent_date > today)
    throw new Refusal(422, "入力内容を確認してください。", {
      sent_date: [`渡した日は、今日（${formatDate(today)}）までの日付で入力してください`],
    });
  const { table, noun } = store;
  const rows = await db
    .select({ key: table.key, seller_id: table.seller_id, buyer_id: table.buyer_id })
    .from(table)
    .where(inArray(table.key, input.keys))
    .orderBy(asc(table.seller_id), asc(table.buyer_id), asc(table.key));
  if (rows.length < input.keys.length) throw notFound(noun);
  for (const row of rows) refuseOthers(who, row);
  const pairs = [...new Set(rows.map(({ buyer_id }) => buyer_id))];
  for (const buyer_id of pairs) await lockPair(db, who.company_id, buyer_id);
  const items: DocumentsDone["items"] = [];
  for (const buyer_id of pairs) {
    const keys = rows.flatMap((row) => (row.buyer_id === buyer_id ? [row.key] : []));
    items.push(...(await sendToBuyer(db, who, store, keys, input)));
  }
  return { items };
}
