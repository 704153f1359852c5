import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { bank_mark } from "~/lib/tables/bank.table.server";
import { lockBank } from "./account.server";
import type { BankRow } from "./bank.schema";
import { readRow } from "./rows.server";

const excludeProblem = ({ state }: BankRow): string | null => {
  if (state === "done") return "入金に登録済みの行です。対象外にするには、先にその入金を取り消してください。";
  return state === "excluded" ? "すでに対象外です。" : null;
};

async function mark(db: Tx, who: Who, row_key: number, reason: string | null): Promise<BankRow> {
  await db.insert(bank_mark).values({
    company_id: who.company_id,
    row_key,
    is_excluded: reason !== null,
    reason,
    person: who.name,
    marked_time: who.now,
  });
  return readRow(db, who, row_key);
}

/** Money that pays no 請求書: it asks for nothing more. */
export async function excludeRow(db: Tx, who: Who, key: number, { reason }: { reason: string }) {
  await lockBank(db, who.company_id);
  refuseIf(excludeProblem(await readRow(db, who, key)));
  return mark(db, who, key, reason);
}

export async function restoreRow(db: Tx, who: Who, key: number) {
  await lockBank(db, who.company_id);
  const row = await readRow(db, who, key);
  const isMarked = row.state === "excluded" && row.direction === "in";
  refuseIf(isMarked ? null : "対象外にした行ではありません。");
  return mark(db, who, key, null);
}
