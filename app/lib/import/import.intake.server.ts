import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Import } from "./import.schema";

export type CheckedRow<V> = { line: number; value: V };

export type PartialRow<V> = { line: number; value: Partial<V>; wrong: Set<string> };

/** Two rows with one `mark` are the same thing twice: the second is refused. `note` is no fault. */
export type Checked =
  | {
      state: "new" | "changed" | "same";
      value: unknown;
      shown?: Record<string, string>;
      before?: Record<string, string>;
      note?: string;
      mark?: string;
    }
  | { errors: Record<string, string[]>; mark?: string };

/** `fields` are those that the file has a column for; the others are not to be touched. */
export type Intake<R extends z.ZodType = z.ZodType, V = unknown> = {
  of: Import<R>;
  refuse(who: Who): string | null;
  check(db: Tx, who: Who, rows: CheckedRow<z.output<R>>[], fields: Set<string>): Promise<Checked[]>;
  /** Judges the good cells of rows that have wrong ones, so that everything is told in one round. */
  look?(
    db: Tx,
    who: Who,
    rows: PartialRow<z.output<R>>[],
    fields: Set<string>,
  ): Promise<Record<string, string[]>[]>;
  /** In a transaction of its own, for what must not be locked for long: numbers of new rows. */
  reserve?(db: Tx, who: Who, num_new: number): Promise<number>;
  /** Chunk after chunk in one transaction: all are saved, or none. */
  save(
    db: Tx,
    who: Who,
    rows: (CheckedRow<V> & { state: "new" | "changed" })[],
    reserved: number,
  ): Promise<void>;
};

export const asPartial = <V>(given: CheckedRow<V>): PartialRow<V> => ({ ...given, wrong: new Set() });

export const allValid = ({ wrong }: { wrong: Set<string> }, ...names: string[]) =>
  !names.some((name) => wrong.has(name));

export const refuseNonAdmin = (who: Who): string | null =>
  who.is_admin ? null : "管理者だけができる操作です。";

export const refuseNonFactory = (who: Who): string | null =>
  who.company_type === "seller" ? null : "この操作をする権限がありません。";

export const refuseNonFactoryAdmin = (who: Who): string | null =>
  refuseNonFactory(who) ?? refuseNonAdmin(who);

export function intake<R extends z.ZodType, V>(value: Intake<R, V>): Intake {
  return value as unknown as Intake;
}

export type Saving<I> = { id?: number; version?: number; input: I };

export const saveEach =
  <I, C extends I & { version: number }>(
    add: (db: Tx, who: Who, input: I) => Promise<unknown>,
    change: (db: Tx, who: Who, id: number, input: C) => Promise<unknown>,
  ) =>
  async (db: Tx, who: Who, rows: CheckedRow<Saving<I>>[]) => {
    for (const {
      value: { id, version, input },
    } of rows) {
      if (id === undefined) await add(db, who, input);
      else await change(db, who, id, { ...input, version } as C);
    }
  };
