import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { unseal } from "~/lib/config/secret.server";
import type { Tx } from "~/lib/db/connection.server";
import { transfer_file, transfer_take } from "~/lib/tables/transfer.table.server";
import { fileName, movedText } from "./file";
import { cancelledIn, movedIn } from "./file.payout.server";
import type { transferTaking } from "./file.schema";
import { lockTransfers, sealedPlace } from "./file.server";

const VOIDED = "取りやめた振込ファイルです。銀行に送らないでください。";
const CANCELLED =
  "取り消された支払が入っています。銀行に送らず、取りやめてから、残りの支払で作り直してください。";
const SEALED =
  "振込ファイルを読み取れません（APP_SECRETが作ったときと違います）。取りやめて、作り直してください。";

async function fileBy(db: Tx, { company_id }: Who, key: number) {
  const [file] = await db
    .select()
    .from(transfer_file)
    .where(and(eq(transfer_file.company_id, company_id), eq(transfer_file.key, key)));
  if (!file) throw notFound("振込ファイル");
  return file;
}

/** Who took the file since it was seen taken so many times, or null: two who send it pay twice. */
async function takenSince(db: Tx, key: number, seen: number | undefined): Promise<string | null> {
  const [last] = await db
    .select({ number: transfer_take.number, name: transfer_take.taken_name })
    .from(transfer_take)
    .where(eq(transfer_take.file_key, key))
    .orderBy(desc(transfer_take.number))
    .limit(1);
  if (seen === undefined || (last?.number ?? 0) === seen) return null;
  return `この画面を開いたあとに、${last?.name ?? ""}さんがこのファイルを取得しています。二重に振り込まないよう、銀行に送ったかを確かめてください。`;
}

/** Said before the bytes are given: who takes the file, and for which time. */
export async function takeTransfer(
  db: Tx,
  who: Who,
  key: number,
  { num_takes }: z.output<typeof transferTaking>,
): Promise<{ take: number; number: number }> {
  await lockTransfers(db, who);
  const file = await fileBy(db, who, key);
  refuseIf(file.voided_time ? VOIDED : null);
  refuseIf((await cancelledIn(db, key)) > 0 ? CANCELLED : null);
  refuseIf(await takenSince(db, key, num_takes));
  const taken = await db.$count(transfer_take, eq(transfer_take.file_key, key));
  refuseIf(movedText(await movedIn(db, who, key), taken));
  const number = taken + 1;
  const [made] = await db
    .insert(transfer_take)
    .values({
      company_id: who.company_id,
      file_key: key,
      number,
      taken_time: who.now,
      taken_by: who.username,
      taken_name: who.name,
    })
    .returning({ take: transfer_take.key });
  return { ...made!, number };
}

/** The bytes, for whoever said that they take them. */
export async function takenContent(db: Tx, who: Who, key: number, take: number) {
  const file = await fileBy(db, who, key);
  const [taken] = await db
    .select()
    .from(transfer_take)
    .where(
      and(
        eq(transfer_take.key, take),
        eq(transfer_take.file_key, key),
        eq(transfer_take.taken_by, who.username),
      ),
    );
  if (!taken) throw notFound("取得の記録");
  refuseIf(file.voided_time ? VOIDED : null);
  refuseIf((await cancelledIn(db, key)) > 0 ? CANCELLED : null);
  const content = unseal(file.sealed, sealedPlace(who, file.sha256));
  refuseIf(content === null ? SEALED : null);
  return { file_name: fileName(file.pay_date, taken.number), content: content! };
}
