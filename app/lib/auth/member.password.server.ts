import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import type { member } from "~/lib/tables/member.table.server";
import { directory } from "./directory.server";
import { takeMember } from "./member.write.server";

type Invited = Pick<typeof member.$inferSelect, "username" | "name" | "email" | "is_active">;

/** Where mail can be sent, a password goes to the person alone. */
const mailProblem = (env: NodeJS.ProcessEnv) =>
  env.SMTP_URL
    ? "仮パスワードはメールで送られています。届いていないときは「招待の再送」を使ってください。"
    : null;

/** The new temporary password is shown once and kept nowhere; the one before it ends. */
export async function renewToShow(db: Tx, row: Invited) {
  refuseIf(mailProblem(process.env));
  refuseIf(
    row.is_active && (await directory(db).isInvited(row.username))
      ? null
      : "招待中の人ではありません。すでにログインしたか、停止しています。",
  );
  const password = temporaryPassword();
  await directory(db).setPassword(row.username, password, false);
  return { name: row.name, username: row.username, password };
}

export async function showMemberPassword(db: Tx, who: Who, id: number) {
  const row = await takeMember(db, who, id);
  const shown = await renewToShow(db, row);
  await recordOwn(db, who, "member", row.id, "password_shown", {}, {});
  return shown;
}
