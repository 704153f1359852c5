import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { readConfig } from "~/lib/config/config.server";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { sendMail } from "~/lib/pool/mail.server";
import { member } from "~/lib/tables/member.table.server";
import { directory, type NewPerson } from "./directory.server";
import { countMail } from "./mail.limit.server";
import { fullProblem, passwordMail } from "./member";
import { countActive } from "./member.list.server";
import type { memberInput } from "./member.schema";
import {
  endSessionsOf,
  lockCompany,
  loggedFields,
  type Member,
  takeMember,
  writeMember,
} from "./member.write.server";

type Invited = Pick<Member, "id" | "name" | "email">;

/**
 * Invites somebody: an account in the pool and one of the company, both or neither, and the mail with the
 * temporary password.
 */
export async function inviteMember(db: Tx, who: Who, input: z.output<typeof memberInput>): Promise<Invited> {
  await lockCompany(db, who.company_id);
  refuseIf(fullProblem(who.company_type!, await countActive(db, who.company_id)));
  return makeMember(db, who.company_id, who.company_type, input, async (made, password) => {
    await recordOwn(db, who, "member", made.id, "invited", {}, { ...loggedFields(made), email: made.email });
    await mailPassword(db, who, "invite", made, password);
    return pick(made);
  });
}

export async function makeMember<T>(
  db: Tx,
  company_id: string,
  zoneinfo: string | null,
  { email, name, is_admin, permissions }: z.output<typeof memberInput>,
  rest: (made: Member, password: string) => Promise<T>,
): Promise<T> {
  const password = temporaryPassword();
  const pool = directory(db);
  const username = await refused(
    pool.create({
      username: email,
      email,
      name,
      zoneinfo,
      groups: [company_id],
      password,
    } satisfies NewPerson),
  );
  try {
    const [made] = await db
      .insert(member)
      .values({ username, company_id, email, name, is_admin, permissions, is_invited: true })
      .returning();
    return await rest(made!, password);
  } catch (error) {
    // A pool elsewhere knows nothing of this transaction.
    await pool.remove(username).catch(() => undefined);
    throw error;
  }
}

function refused<T>(making: Promise<T>): Promise<T> {
  return making.catch((error: Error): never => {
    const sentence = {
      UsernameExistsException: "このメールアドレスは、すでにアカウントがあります",
      InvalidParameterException: "このメールアドレスは使えません。入力を確認してください",
    }[error.name];
    throw sentence ? new Refusal(422, "入力内容を確認してください。", { email: [sentence] }) : error;
  });
}

export async function inviteAgain(db: Tx, who: Who, id: number): Promise<Invited> {
  const row = await takeMember(db, who, id);
  if (!(await directory(db).isInvited(row.username))) {
    throw new Refusal(
      409,
      "すでにログインしている人です。パスワードが分からないときは「パスワード再設定」を使ってください。",
    );
  }
  return renewPassword(db, who, row, "invite");
}

export async function inviteMembers(db: Tx, who: Who, ids: number[]): Promise<number> {
  let sent = 0;
  for (const id of new Set(ids)) {
    const row = await takeMember(db, who, id);
    if (!row.is_active || !(await directory(db).isInvited(row.username))) continue;
    await renewPassword(db, who, row, "invite");
    sent += 1;
  }
  if (sent === 0) throw new Refusal(409, "招待中の人が選ばれていません。「招待中」の人を選んでください。");
  return sent;
}

export async function resetMember(db: Tx, who: Who, id: number): Promise<Invited> {
  const row = await takeMember(db, who, id);
  if (row.username === who.username)
    throw new Refusal(409, "自分のパスワードは「自分の設定」で変更してください。");
  return renewPassword(db, who, row, "reset");
}

/** By the operator of the server, who tells it: the mail may be what does not work. */
export async function resetToShow(db: Tx, who: Who, id: number): Promise<string> {
  let shown = "";
  await renewPassword(db, who, await takeMember(db, who, id), "reset", async (password) => {
    shown = password;
  });
  return shown;
}

async function renewPassword(
  db: Tx,
  who: Who,
  row: Member,
  kind: "invite" | "reset",
  tell = (password: string) => mailPassword(db, who, kind, row, password),
): Promise<Invited> {
  if (!row.is_active) throw new Refusal(409, "停止中のアカウントです。先に「再開」してください。");
  const password = temporaryPassword();
  await endSessionsOf(db, who, row.username, "reset");
  await writeMember(db, who, row, kind === "invite" ? "invited_again" : "password_reset", {
    is_invited: true,
  });
  await tell(password);
  await directory(db).setPassword(row.username, password, false);
  return pick(row);
}

const pick = ({ id, name, email }: Member): Invited => ({ id, name, email });

/** Part of the transaction: a mail that is not on its way undoes the rest. */
export async function mailPassword(
  db: Tx,
  who: Who,
  kind: "invite" | "reset",
  to: Member,
  password: string,
): Promise<void> {
  await countMail(db, who);
  const { product_name, origins } = readConfig(process.env);
  const { subject, text } = passwordMail(
    kind,
    to,
    { product: product_name, company: who.company_name, actor: who.name },
    password,
    `${origins[0]}/login`,
  );
  await sendMail(db, { to: to.email, subject, text });
}
