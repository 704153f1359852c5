import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound, Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { accountLabel } from "~/lib/bank/own.account";
import { readTransfers, totalOf, transferBytes } from "~/lib/bank/zengin.transfer";
import { seal } from "~/lib/config/secret.server";
import type { Tx } from "~/lib/db/connection.server";
import { transfer_file, transfer_payment, transfer_row } from "~/lib/tables/transfer.table.server";
import { sameText, twinText } from "./file";
import { type Gathered, gather, problemsOf } from "./file.gather.server";
import { holdPayouts } from "./file.payout.server";
import type { FileVoiding, TransferAsked, TransferNew } from "./file.schema";
import { maskedAccount } from "./payee";

export const lockTransfers = (db: Tx, { company_id }: Who) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transfer ${company_id}`}, 0))`);

const CHANGED =
  "表示した後に内容が変わりました。もう一度確認してから作成してください。（口座・設定が変わったか、他の人が作成しました）";

/** The bytes as they go to the bank, read back before they are kept. */
function written(gathered: Gathered, pay_date: string): { content: Buffer; sha256: string } {
  const { from, transfers, own } = gathered;
  const bytes = transferBytes(
    { from: from!, date: pay_date, transfers },
    own.line_end === "crlf" ? "\r\n" : "",
  );
  const read = readTransfers(bytes);
  const isWhole = read.transfers.length === gathered.rows.length && read.total === totalOf(transfers);
  if (!isWhole) throw new Error("a transfer file does not read as it was written");
  return { content: Buffer.from(bytes), sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** By what is paid alone: in another order, or with other words to the payee, it is the same money. */
const markOf = ({ rows }: TransferAsked) => digestOf(rows.map(({ payout }) => payout).sort((a, b) => a - b));

async function refuseSame(db: Tx, who: Who, content_mark: string): Promise<void> {
  const [same] = await db
    .select()
    .from(transfer_file)
    .where(
      and(
        eq(transfer_file.company_id, who.company_id),
        eq(transfer_file.content_mark, content_mark),
        isNull(transfer_file.voided_time),
      ),
    );
  refuseIf(same ? sameText(same) : null);
}

export const sealedPlace = ({ company_id }: { company_id: string }, sha256: string) =>
  `transfer ${company_id} ${sha256}`;

/** Made once: the same list again is told which file it is in. */
export async function makeTransfer(
  db: Tx,
  who: Who,
  { seen, twice, not_sent, ...asked }: TransferNew,
): Promise<{ key: number }> {
  await lockTransfers(db, who);
  const content_mark = markOf(asked);
  await refuseSame(db, who, content_mark);
  await holdPayouts(
    db,
    who,
    asked.rows.map((row) => row.payout),
  );
  const gathered = await gather(db, who, asked);
  const [first, ...more] = problemsOf(gathered);
  refuseIf(first ? `${first}。${more.length > 0 ? `（ほか${more.length}件）` : ""}` : null);
  refuseIf(gathered.seen === seen ? null : CHANGED);
  const [twin] = twice ? [] : gathered.twins;
  const asks = {
    ...(twin && { twice: [twinText(twin)] }),
    ...(gathered.past && !not_sent && { not_sent: [gathered.past] }),
  };
  if (Object.keys(asks).length > 0) throw new Refusal(422, "入力内容を確認してください。", asks);
  const { content, sha256 } = written(gathered, asked.pay_date);
  const { company_id } = who;
  const [made] = await db
    .insert(transfer_file)
    .values({
      company_id,
      account_key: asked.account_key,
      account: accountLabel(gathered.own),
      pay_date: asked.pay_date,
      num_rows: gathered.rows.length,
      total: totalOf(gathered.transfers),
      content_mark,
      sealed: seal(content.toString("base64"), sealedPlace(who, sha256)),
      sha256,
      made_time: who.now,
      made_by: who.username,
      made_name: who.name,
    })
    .returning({ key: transfer_file.key });
  await storeRows(db, who, made!.key, gathered);
  return made!;
}

async function storeRows(db: Tx, { company_id }: Who, file_key: number, { rows }: Gathered): Promise<void> {
  await db.insert(transfer_row).values(
    rows.map(({ paid, amount, line, account }, at) => ({
      file_key,
      row_no: at + 1,
      company_id,
      partner_id: paid.partner_id,
      account: maskedAccount(account!),
      payee_name: account!.name,
      payee_change: line!.change,
      amount,
    })),
  );
  await db
    .insert(transfer_payment)
    .values(rows.map(({ paid }, at) => ({ company_id, file_key, row_no: at + 1, payout_key: paid.key })));
}

/** Its payments may stand in another file from now on. */
export async function voidTransfer(db: Tx, who: Who, key: number, { version, reason }: FileVoiding) {
  await lockTransfers(db, who);
  const [file] = await db
    .select()
    .from(transfer_file)
    .where(and(eq(transfer_file.company_id, who.company_id), eq(transfer_file.key, key)));
  if (!file) throw notFound("振込ファイル");
  refuseIf(file.voided_time ? "この振込ファイルは取りやめ済みです。" : null);
  if (file.version !== version) throw stale("振込ファイル");
  const voided = { voided_time: who.now, voided_name: who.name, void_reason: reason, version: version + 1 };
  await db.update(transfer_file).set(voided).where(eq(transfer_file.key, key));
  await db.update(transfer_payment).set({ is_live: false }).where(eq(transfer_payment.file_key, key));
  return { key };
}
