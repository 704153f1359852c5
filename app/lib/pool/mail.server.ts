import { asc, eq, lte, sql } from "drizzle-orm";
import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import type { Database } from "~/lib/db/connection.server";
import { outbox } from "~/lib/tables/mail.table.server";
import { count } from "~/lib/telemetry/count.server";
import { sayError } from "~/lib/telemetry/logger.server";
import type { Letter } from "./letter";
import type { Store } from "./store.server";

type Mail = Letter & { to: string };

/** Where mail goes: an SMTP server (smtp://user:password@host:587), or, when null, nowhere but the outbox. */
export type Post = { smtp_url: string | null; from: string };

const PATIENCE_MS = 5_000;
const TRIES = 12;
const AT_ONCE = 10;
const LONGEST_SECONDS = 3_600;
const OUTBOX_LIFE = "7 days";

/** SMTP_URL and MAIL_FROM; the sender is no-reply at the public host where nothing else is said. */
export function postOf(env: Record<string, string | undefined>, origin: string): Post {
  return { smtp_url: env.SMTP_URL || null, from: env.MAIL_FROM || `no-reply@${new URL(origin).hostname}` };
}

/** Puts a mail on its way, as part of the caller's transaction: what is rolled back is never sent. */
export async function sendMail(db: Store, { to, subject, text }: Mail): Promise<void> {
  await db.insert(outbox).values({ recipient: to, subject, body: text });
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * How SMTP_URL is spoken with. A password leaves this machine under TLS only, unless the address says
 * ?requireTLS=false.
 */
export function smtpOptions(url: string, patience_ms: number): SMTPTransport.Options {
  const { protocol, hostname, password } = new URL(url);
  return {
    url,
    requireTLS: protocol === "smtp:" && password !== "" && !LOOPBACK.test(hostname),
    connectionTimeout: patience_ms,
    greetingTimeout: patience_ms,
    socketTimeout: 2 * patience_ms,
  };
}

let known: { url: string; transport: ReturnType<typeof createTransport> } | undefined;

function transportTo(url: string) {
  if (known?.url !== url) {
    known?.transport.close();
    known = { url, transport: createTransport(smtpOptions(url, PATIENCE_MS)) };
  }
  return known.transport;
}

/** Hands a mail to the SMTP server at once; throws when it is not taken. */
export async function sendNow(db: Store, post: Post, mail: Mail): Promise<void> {
  if (post.smtp_url === null) return sendMail(db, mail);
  const { to, subject, text } = mail;
  await transportTo(post.smtp_url).sendMail({
    from: post.from,
    to: { name: "", address: to },
    subject,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  count("mail.sent");
}

export async function drainOutbox(db: Database, post: Post): Promise<number> {
  if (post.smtp_url === null) return 0;
  let sent = 0;
  for (let turn = 0; turn < AT_ONCE; turn++) {
    const more = await db.transaction(async (tx) => {
      const [mail] = await tx
        .select()
        .from(outbox)
        .where(sql`${lte(outbox.next_time, sql`now()`)} and ${outbox.tries} < ${TRIES}`)
        .orderBy(asc(outbox.next_time))
        .limit(1)
        .for("update", { skipLocked: true });
      if (!mail) return false;
      try {
        await sendNow(tx, post, { to: mail.recipient, subject: mail.subject, text: mail.body });
        await tx.delete(outbox).where(eq(outbox.key, mail.key));
        sent += 1;
      } catch (error) {
        const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
        const next_time = sql`now() + make_interval(secs => least(${LONGEST_SECONDS}, 10 * power(2, ${mail.tries})))`;
        await tx
          .update(outbox)
          .set({ tries: mail.tries + 1, problem, next_time })
          .where(eq(outbox.key, mail.key));
        count("mail.failed");
        sayError("mail_failed", error, { mail: mail.key, tries: mail.tries + 1 });
      }
      return true;
    });
    if (!more) break;
  }
  return sent;
}

/** Throws away mail that nobody took. */
export async function sweepOutbox(db: Database): Promise<void> {
  await db
    .delete(outbox)
    .where(sql`${outbox.created_time} < now() - ${sql.raw(`interval '${OUTBOX_LIFE}'`)}`);
}
