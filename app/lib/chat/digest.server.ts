import { and, desc, eq, gt, inArray, isNull, max, ne, or, sql } from "drizzle-orm";
import { type Database, operator, tenant } from "~/lib/db/connection.server";
import { sendMail } from "~/lib/pool/mail.server";
import { member } from "~/lib/tables/member.table.server";
import { digest, notices } from "~/lib/tables/notice.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { DAILY, isMailedAtOnce, mayHear, NOTICES } from "~/lib/vocabulary/notice";
import { isDigestDue } from "./digest";
import { findBadges } from "./notice.server";

const LINES = 50;

/** Once however many processes try: each person's row is locked. */
export async function sendDigests(
  db: Database,
  product: string,
  origin: string,
  now: string,
): Promise<number> {
  const columns = {
    username: member.username,
    company_id: member.company_id,
    kind: member.mail_digest,
    last: digest.last_time,
  };
  const people = await operator(
    db,
    (tx) =>
      tx
        .select(columns)
        .from(member)
        .leftJoin(digest, eq(digest.username, member.username))
        .where(and(ne(member.mail_digest, "never"), eq(member.is_active, true))),
    "read",
  );
  let sent = 0;
  for (const { username, company_id, kind, last } of people) {
    if (company_id === null || (last !== null && !isDigestDue(kind, last, now))) continue;
    if (await sendDigest(db, { username, company_id, isInternal: false, now }, product, origin)) sent += 1;
  }
  return sent;
}

type Reader = { username: string; company_id: string; isInternal: false; now: string };

async function sendDigest(db: Database, reader: Reader, product: string, origin: string): Promise<boolean> {
  const { username, company_id, now } = reader;
  return operator(db, async (tx) => {
    const [{ newest } = { newest: 0 }] = await tx
      .select({ newest: max(notices.key) })
      .from(notices)
      .where(eq(notices.company_id, company_id));
    const begun = await tx
      .insert(digest)
      .values({ username, company_id, last_key: newest ?? 0, last_time: now })
      .onConflictDoNothing()
      .returning();
    if (begun.length > 0) return false;
    const columns = {
      last_key: digest.last_key,
      last_time: digest.last_time,
      email: member.email,
      off: member.notices_off,
      permissions: member.permissions,
      kind: member.mail_digest,
    };
    const [row] = await tx
      .select(columns)
      .from(digest)
      .innerJoin(member, eq(member.username, digest.username))
      .where(eq(digest.username, username))
      .for("update");
    const kind = row?.kind;
    if (!row || !kind || kind === "never" || !isDigestDue(kind, row.last_time, now)) return false;
    const isAtOnce = kind === "now";
    const mailed =
      isAtOnce ||
      (
        await tx
          .select({ id: push_device.device_id })
          .from(push_device)
          .where(eq(push_device.username, username))
          .limit(1)
      ).length === 0;
    const told = NOTICES.filter(
      (one) =>
        mayHear(one, row.permissions) &&
        !row.off.includes(`${one}.mail`) &&
        !(mailed && isMailedAtOnce(kind, one)) &&
        (!isAtOnce || one === DAILY),
    );
    const fresh = await tx
      .select({ text: notices.text, path: notices.path, all: sql<number>`(count(*) over ())::int` })
      .from(notices)
      .where(
        and(
          eq(notices.company_id, company_id),
          gt(notices.key, row.last_key),
          ne(notices.actor, username),
          inArray(notices.kind, told),
          or(isNull(notices.username), eq(notices.username, username)),
        ),
      )
      .orderBy(desc(notices.key))
      .limit(LINES);
    const { chat } = await tenant(db, { company_id, username }, (own) => findBadges(own, reader), "read");
    await tx
      .update(digest)
      .set({ last_key: newest ?? 0, last_time: now })
      .where(eq(digest.username, username));
    const talk =
      chat > 0 && !isAtOnce && !row.off.includes("chat.mail")
        ? [`未読のチャットが${chat}件のルームにあります。\n${origin}/chat`]
        : [];
    const all = fresh[0]?.all ?? 0;
    if (all + talk.length === 0) return false;
    const lines = fresh.reverse().map((one) => `・${one.text}\n  ${origin}${one.path}`);
    if (all > fresh.length)
      lines.unshift(`ほかに、これより前の${all - fresh.length}件があります。\n${origin}/chat/notices`);
    await sendMail(tx, {
      to: row.email,
      subject: `【${product}】お知らせ ${all + talk.length}件`,
      text: [...talk, ...lines].join("\n\n"),
    });
    return true;
  });
}
