import { eq } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import type { Permission } from "~/lib/vocabulary/permission";
import { directory } from "./directory.server";

type NewMember = {
  email: string;
  name: string;
  company_id: string | null;
  is_admin: boolean;
  permissions: Permission[];
  groups: string[];
  password?: string;
  temporary_password?: string;
};

/** Makes a person who can sign in, in the pool and among the company's members, both or neither. */
export async function createMember(
  db: Database,
  { email, name, company_id, is_admin, permissions, groups, ...secret }: NewMember,
): Promise<void> {
  await operator(db, async (tx) => {
    const [company] = company_id
      ? await tx
          .select({ company_type: factory.company_type })
          .from(factory)
          .where(eq(factory.id, company_id))
      : [];
    const zoneinfo = company?.company_type ?? null;
    const pool = directory(tx);
    const password = secret.password ?? secret.temporary_password!;
    const username = await pool.create({
      username: email,
      email,
      name,
      zoneinfo,
      groups: company_id ? [...groups, company_id] : groups,
      password,
    });
    await tx.insert(member).values({
      username,
      company_id,
      email,
      name,
      is_admin,
      permissions,
      is_invited: secret.password === undefined,
    });
    if (secret.password !== undefined) await pool.setPassword(username, password, true);
  });
}
