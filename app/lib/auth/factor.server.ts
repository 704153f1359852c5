import { createHmac, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { sendMail } from "~/lib/pool/mail.server";
import { base32 } from "~/lib/pool/totp.server";
import { recovery_code } from "~/lib/tables/factor.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { directory } from "./directory.server";
import { type FactorEnd, factorAsked, factorLetter, RECOVERY_CODES } from "./factor";

export async function isFactorAsked(db: Database, username: string, isInternal: boolean): Promise<boolean> {
  const [row] = await operator(
    db,
    (tx) =>
      tx
        .select({
          is_admin: member.is_admin,
          factor_waived: member.factor_waived,
          factor_rule: factory.factor_rule,
        })
        .from(member)
        .leftJoin(factory, eq(factory.id, member.company_id))
        .where(eq(member.username, username)),
    "read",
  );
  return row !== undefined && factorAsked({ ...row, isInternal });
}

// Fifty random bits, and the installation's secret goes in: nothing to guess from a copied table.
const hashOf = (secret: string, username: string, code: string) =>
  createHmac("sha256", secret).update(`recovery:${username}:${code}`).digest("base64url");
const plain = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, "");

/** Recovery codes: each works once, and is known here by its keyed hash alone. */
export function recoveryCodes(db: Database, secret: string) {
  /** Ten new ones, to be shown once; those before no longer count. */
  async function make(username: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(7)).slice(0, 10));
    await operator(db, async (tx) => {
      await tx.delete(recovery_code).where(eq(recovery_code.username, username));
      await tx
        .insert(recovery_code)
        .values(codes.map((code) => ({ username, code_hash: hashOf(secret, username, code) })));
    });
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  }

  async function spend(username: string, code: string): Promise<boolean> {
    const mine = and(
      eq(recovery_code.username, username),
      eq(recovery_code.code_hash, hashOf(secret, username, plain(code))),
      isNull(recovery_code.used_time),
    );
    const spent = await operator(db, (tx) =>
      tx
        .update(recovery_code)
        .set({ used_time: sql`now()` })
        .where(mine)
        .returning({ username: recovery_code.username }),
    );
    return spent.length > 0;
  }

  const count = (username: string): Promise<number> =>
    operator(
      db,
      (tx) =>
        tx.$count(recovery_code, and(eq(recovery_code.username, username), isNull(recovery_code.used_time))),
      "read",
    );

  return { make, spend, count };
}
export type RecoveryCodes = ReturnType<typeof recoveryCodes>;

export const dropFactor = (db: Database, username: string, product: string, by: FactorEnd): Promise<void> =>
  operator(db, (tx) => dropFactorWithin(tx, username, product, by));

/** What was left of the recovery codes is good after a recovery alone. */
export async function dropFactorWithin(
  tx: Tx,
  username: string,
  product: string,
  by: FactorEnd,
): Promise<void> {
  const [row] = await tx
    .select({ name: member.name, email: member.email })
    .from(member)
    .where(eq(member.username, username));
  if (by !== "recovery") await tx.delete(recovery_code).where(eq(recovery_code.username, username));
  if (row) await sendMail(tx, { to: row.email, ...factorLetter(product, row.name, by) });
  await directory(tx).dropFactor(username);
}
