import { and, asc, eq, getTableColumns, gte, lte, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { payout } from "~/lib/tables/payable.table.server";
import {
  payee,
  transfer_file,
  transfer_payment,
  transfer_row,
  transfer_take,
} from "~/lib/tables/transfer.table.server";
import { type FileState, stateOfFile } from "./file";
import type { TransferQuery } from "./file.list";
import type { TransferDetail, TransferFileRow } from "./file.schema";

const { sealed: _, ...WITHOUT_BYTES } = getTableColumns(transfer_file);
const takes = sql`(select count(*) from transfer_take t where t.file_key = transfer_file.key)`;
const columns = { ...WITHOUT_BYTES, num_takes: sql<number>`${takes}::int` };
type Line = Omit<typeof transfer_file.$inferSelect, "sealed"> & { num_takes: number };

const rowOf = ({ num_takes, ...line }: Line): TransferFileRow & { sha256: string } => ({
  ...line,
  num_takes,
  state: stateOfFile(line, num_takes),
});

const ORDERS: Orders<Line> = {
  key: transfer_file.key,
  keyOf: (row) => row.key,
  by: {
    made_time: { by: transfer_file.made_time, kind: "instant", of: (row) => row.made_time },
    pay_date: { by: transfer_file.pay_date, kind: "date", of: (row) => row.pay_date },
    total: { by: transfer_file.total, kind: "number", of: (row) => row.total },
  },
};

const STATE: Record<FileState, SQL> = {
  voided: sql`transfer_file.voided_time is not null`,
  made: sql`transfer_file.voided_time is null and ${takes} = 0`,
  taken: sql`transfer_file.voided_time is null and ${takes} = 1`,
  again: sql`transfer_file.voided_time is null and ${takes} > 1`,
};

export async function listTransfers(db: Tx, { company_id }: Who, query: TransferQuery) {
  const { state, from, to, size } = query;
  const wanted = and(
    eq(transfer_file.company_id, company_id),
    from ? gte(transfer_file.pay_date, from) : undefined,
    to ? lte(transfer_file.pay_date, to) : undefined,
    state ? STATE[state] : undefined,
  );
  const page = await keysetPage<Line>(
    (where, by, limit) =>
      db.select(columns).from(transfer_file).where(and(wanted, where)).orderBy(by).limit(limit),
    ORDERS,
    query,
    size,
  );
  const all = db.select({ key: transfer_file.key }).from(transfer_file).where(wanted);
  return { ...page, items: page.items.map(rowOf), ...(await countRows(db, all)) };
}

export async function readTransfer(db: Tx, { company_id }: Who, key: number): Promise<TransferDetail> {
  const [line] = await db
    .select(columns)
    .from(transfer_file)
    .where(and(eq(transfer_file.company_id, company_id), eq(transfer_file.key, key)));
  if (!line) throw notFound("振込ファイル");
  const rows = await db
    .select({ row: transfer_row, partner_name: factory.name, change: payee.change })
    .from(transfer_row)
    .innerJoin(factory, eq(factory.id, transfer_row.partner_id))
    .leftJoin(payee, and(eq(payee.company_id, company_id), eq(payee.partner_id, transfer_row.partner_id)))
    .where(eq(transfer_row.file_key, key))
    .orderBy(asc(transfer_row.row_no));
  const payments = await db
    .select({
      row_no: transfer_payment.row_no,
      payout: payout.key,
      payment_date: payout.payment_date,
      cancelled_time: payout.cancelled_time,
    })
    .from(transfer_payment)
    .innerJoin(payout, eq(payout.key, transfer_payment.payout_key))
    .where(eq(transfer_payment.file_key, key))
    .orderBy(asc(transfer_payment.key));
  const taken = await db
    .select()
    .from(transfer_take)
    .where(eq(transfer_take.file_key, key))
    .orderBy(asc(transfer_take.number));
  return {
    ...rowOf(line),
    rows: rows.map(({ row, partner_name, change }) => {
      const paid = payments.find(({ row_no }) => row_no === row.row_no);
      return {
        ...row,
        partner_name,
        payout: paid?.payout ?? null,
        payment_date: paid?.payment_date ?? null,
        is_cancelled: paid !== undefined && paid.cancelled_time !== null,
        is_moved: change !== null && change !== row.payee_change,
      };
    }),
    takes: taken,
  };
}
