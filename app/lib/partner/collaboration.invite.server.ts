import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { directory } from "~/lib/auth/directory.server";
import { mailPassword, makeMember } from "~/lib/auth/member.invite.server";
import { renewToShow } from "~/lib/auth/member.password.server";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { recordOwn } from "~/lib/log/activity.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { contact } from "~/lib/tables/contact.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import type { invitationInput } from "./collaboration.schema";
import { FULL_RIGHTS } from "./collaboration.server";
import { noteContact } from "./contact.server";
import { type Stand, standWith } from "./partner.server";

/** Only as long as nobody of the company has signed in, and by the company that entered it. */
function inviteProblem({ is_live, is_kept }: Stand): string | null {
  if (!is_live) return "無効の取引先です。先に「再開」してください。";
  return is_kept ? null : "すでに利用している会社です。アカウントはお相手の管理者が追加します。";
}

/** Another address than the first makes another account: the first, which nobody has used, is closed. */
export async function invitePartner(db: Tx, who: Who, id: string, input: z.output<typeof invitationInput>) {
  const partner = await standWith(db, who, id);
  if (!partner) throw notFound("取引先");
  refuseIf(inviteProblem(partner));
  const email = await asOperator(db, async () => {
    const [company] = await db
      .select()
      .from(factory)
      .where(and(eq(factory.id, id), eq(factory.made_by, who.company_id)))
      .for("update");
    const waiting = await db
      .select()
      .from(member)
      .where(and(eq(member.company_id, id), eq(member.is_active, true)))
      .orderBy(asc(member.id))
      .for("update");
    const same = waiting.find((one) => !input.email || one.email.toLowerCase() === input.email.toLowerCase());
    if (same) {
      const password = temporaryPassword();
      await mailPassword(db, who, "invite", same, password);
      await directory(db).setPassword(same.username, password, false);
      return same.email;
    }
    const to = input.email ?? partner.email ?? undefined;
    if (!to)
      throw new Refusal(422, "入力内容を確認してください。", { email: ["メールアドレスを入力してください"] });
    for (const one of waiting) {
      await directory(db).enable(one.username, false);
      await db
        .update(member)
        .set({ is_active: false, version: sql`${member.version} + 1` })
        .where(eq(member.id, one.id));
    }
    const name = input.person ?? partner.person ?? "管理者";
    return makeMember(
      db,
      id,
      company!.company_type,
      { email: to, name, ...FULL_RIGHTS },
      async (made, password) => {
        await mailPassword(db, who, "invite", made, password);
        return made.email;
      },
    );
  });
  await noteContact(db, who, id, { email, ...(input.person && { person: input.person }) });
  const [note] = await db
    .select({ key: contact.key })
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, id)));
  await recordOwn(db, who, "contact", note!.key, "invited", { email: null } as Changed, { email });
  return { id, name: partner.name, email };
}

/** The same without mail: the first administrator's new temporary password, told once. */
export async function showPartnerPassword(db: Tx, who: Who, id: string) {
  const partner = await standWith(db, who, id);
  if (!partner) throw notFound("取引先");
  refuseIf(inviteProblem(partner));
  const shown = await asOperator(db, async () => {
    const [invited] = await db
      .select()
      .from(member)
      .where(and(eq(member.company_id, id), eq(member.is_active, true)))
      .orderBy(asc(member.id))
      .for("update");
    if (!invited) throw new Refusal(409, "まだ招待していません。先に「招待」してください。");
    return renewToShow(db, invited);
  });
  const [note] = await db
    .select({ key: contact.key })
    .from(contact)
    .where(and(eq(contact.company_id, who.company_id), eq(contact.partner_id, id)));
  if (note) await recordOwn(db, who, "contact", note.key, "password_shown", {}, {});
  return shown;
}
