import { sql } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";
import { nameKey } from "~/lib/pool/user.server";
import { member } from "~/lib/tables/member.table.server";
import { directory } from "./directory.server";
import { dropFactorWithin } from "./factor.server";
import { NOWHERE, securityLog } from "./security.server";

export async function takeFactorOff(
  db: Database,
  secret: string,
  email: string,
  product: string,
): Promise<{ name: string } | { refused: string }> {
  const found = await operator(db, async (tx) => {
    const [row] = await tx
      .select({ username: member.username, name: member.name, company_id: member.company_id })
      .from(member)
      .where(sql`lower(${member.email}) = ${nameKey(email)}`)
      .for("update");
    if (!row) return { refused: `${email} のアカウントがありません。` };
    if (!(await directory(tx).hasFactor(row.username)))
      return { refused: `${email} は、二段階認証を使っていません。` };
    await dropFactorWithin(tx, row.username, product, "operator");
    return row;
  });
  if ("refused" in found) return found;
  const { username, company_id } = found;
  await securityLog(db, secret).note(NOWHERE, {
    event: "factor_off",
    name: username,
    company_id,
    actor_name: "運営（コマンド）",
    reason: "operator",
  });
  return found;
}
