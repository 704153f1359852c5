import { sql } from "drizzle-orm";
import { z } from "zod";
import { automatic, type Who } from "~/lib/api/who";
import { directory } from "~/lib/auth/directory.server";
import { fullProblem } from "~/lib/auth/member";
import { makeMember, resetMember, resetToShow } from "~/lib/auth/member.invite.server";
import { countActive } from "~/lib/auth/member.list.server";
import { type Member, resumeMember, stopMembers } from "~/lib/auth/member.write.server";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { recordOwn } from "~/lib/log/activity.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { nameKey } from "~/lib/pool/user.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { session } from "~/lib/tables/session.table.server";
import { account, acting, companyId, email, FLAG, Mistake, named, TEXT } from "./operate.command.server";

const OPERATOR = "運営";

async function whoFor(tx: Tx, company_id: string): Promise<Who> {
  const [company] = await tx.select().from(factory).where(sql`${factory.id} = ${company_id}`);
  if (!company) throw new Mistake(`会社「${company_id}」がありません。companies で一覧を見られます。`);
  const { company_type, name } = company;
  const who = automatic(company_id, new Date().toISOString(), { company_type, permissions: [] });
  return { ...who, username: OPERATOR, name: OPERATOR, company_name: name, origin: "API" };
}

/** By the address of a person's account, staff or of a company. */
export async function personAt(tx: Tx, address: string): Promise<Member> {
  const [row] = await tx
    .select()
    .from(member)
    .where(sql`lower(${member.email}) = ${nameKey(address)}`)
    .for("update");
  if (!row) throw new Mistake(`${address} のアカウントがありません。`);
  return row;
}

const shape = (words: string, about: string) => ({
  words,
  usage: `npm run operator -- ${words} --email taro@example.com
    ${about}`,
  options: { email: TEXT },
});
export const accountOwner = z.object({ email });

async function within<T>(tx: Tx, company_id: string, run: (who: Who) => Promise<T>): Promise<T> {
  const who = await whoFor(tx, company_id);
  return inCompany(tx, { company_id: "" }, company_id, () => run(who));
}

/** Staff belong to no company: there is no company's log, only ours. */
async function setStaff(tx: Tx, { username }: Member, is_active: boolean): Promise<void> {
  await tx.update(member).set({ is_active }).where(sql`${member.username} = ${username}`);
  if (!is_active) await tx.delete(session).where(sql`${session.username} = ${username}`);
  await directory(tx).enable(username, is_active);
}

const makeUser = acting(
  {
    words: "user make",
    usage: `npm run operator -- user make --company yamada --email taro@example.com --person "山田 太郎" [--admin] [--accounting] [--inventory] [--bi]
    会社のアカウントを作り、仮パスワードを表示します`,
    options: {
      company: TEXT,
      email: TEXT,
      person: TEXT,
      admin: FLAG,
      accounting: FLAG,
      inventory: FLAG,
      bi: FLAG,
    },
  },
  z.object({
    company: companyId,
    email,
    person: named("person"),
    admin: z.boolean(),
    accounting: z.boolean(),
    inventory: z.boolean(),
    bi: z.boolean(),
  }),
  async (tx, _, { company, email: address, person, admin, ...rights }) => {
    const password = await within(tx, company, async (who) => {
      const problem = fullProblem(who.company_type!, await countActive(tx, company));
      if (problem) throw new Mistake(problem);
      const permissions = (["accounting", "inventory", "bi"] as const).filter((right) => rights[right]);
      const input = { email: address, name: person, is_admin: admin, permissions };
      return makeMember(tx, company, who.company_type, input, async (made, temporary) => {
        await recordOwn(tx, who, "member", made.id, "invited", {}, { name: made.name, email: made.email });
        return temporary;
      });
    });
    return {
      text: account("アカウントを作りました。", address, password),
      company_id: company,
      about: address,
    };
  },
);

const stopUser = acting(
  shape(
    "user stop",
    "アカウントを停止します（すべての端末からログアウトし、もうログインできません。履歴は残ります）",
  ),
  accountOwner,
  async (tx, _, { email: address }) => {
    const row = await personAt(tx, address);
    if (!row.is_active) throw new Mistake(`${address} は、すでに停止しています。`);
    if (row.company_id === null) await setStaff(tx, row, false);
    else await within(tx, row.company_id, (who) => stopMembers(tx, who, [row.id]));
    return { text: `${address} のアカウントを停止しました。`, company_id: row.company_id, about: address };
  },
);

const resumeUser = acting(
  shape("user resume", "停止したアカウントを、前と同じパスワードと権限で使えるようにします"),
  accountOwner,
  async (tx, _, { email: address }) => {
    const row = await personAt(tx, address);
    if (row.is_active) throw new Mistake(`${address} は、停止していません。`);
    if (row.company_id === null) await setStaff(tx, row, true);
    else await within(tx, row.company_id, (who) => resumeMember(tx, who, row.id));
    return { text: `${address} のアカウントを再開しました。`, company_id: row.company_id, about: address };
  },
);

const resetUser = acting(
  shape(
    "user reset",
    "今のパスワードを無効にし、仮パスワードを本人にメールで送ります（メールを送れないときは user password）",
  ),
  accountOwner,
  async (tx, { env }, { email: address }) => {
    if (!env.SMTP_URL)
      throw new Mistake(
        "SMTP_URL がないので、メールを送れません。user password で仮パスワードを表示できます。",
      );
    const row = await personAt(tx, address);
    if (row.company_id === null)
      throw new Mistake("運営のアカウントは、user password で仮パスワードを表示してください。");
    await within(tx, row.company_id, (who) => resetMember(tx, who, row.id));
    const text = `${address} に仮パスワードを送りました。今のパスワードは使えません。`;
    return { text, company_id: row.company_id, about: address };
  },
);

const passwordOfUser = acting(
  shape(
    "user password",
    "今のパスワードを無効にし、仮パスワードをここに表示します（本人に、確かな方法で伝えます）",
  ),
  accountOwner,
  async (tx, _, { email: address }) => {
    const row = await personAt(tx, address);
    let password = temporaryPassword();
    if (row.company_id === null) {
      if (!row.is_active) throw new Mistake(`${address} は停止しています。先に user resume で再開します。`);
      await tx.delete(session).where(sql`${session.username} = ${row.username}`);
      await directory(tx).setPassword(row.username, password, false);
    } else password = await within(tx, row.company_id, (who) => resetToShow(tx, who, row.id));
    return {
      text: account("仮パスワードに変えました。すべての端末からログアウトしました。", address, password),
      company_id: row.company_id,
      about: address,
    };
  },
);

export const userCommands = [makeUser, stopUser, resumeUser, resetUser, passwordOfUser];
