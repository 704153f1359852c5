import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Import } from "./import.schema";

/** A row that its schema has passed. */
export type CheckedRow<V> = { line: number; value: V };

/** A row of which some cells are wrong: the values of the others. */
export type PartialRow<V> = { line: number; value: Partial<V>; wrong: Set<string> };

/**
 * What the noun says of a row: that it is new, changes one that is there or changes nothing, with what will
 * be saved; or what is wrong, by field.
 * `shown` is what the preview shows in place of the value, `before` what a changed field says now, `note`
 * something to look at that is no fault.
 * Two rows with one `mark` are the same thing twice: the second is refused.
 */
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

/**
 * The server side of an import. `fields`: those that the file has a column for; the others are not to be
 * touched.
 */
export type Intake<R extends z.ZodType = z.ZodType, V = unknown> = {
  of: Import<R>;
  /** Why this person may not import these, or null. */
  refuse(who: Who): string | null;
  /** In the order of the rows, a chunk at a time. */
  check(db: Tx, who: Who, rows: CheckedRow<z.output<R>>[], fields: Set<string>): Promise<Checked[]>;
  /**
   * What `check` would find wrong with the good cells of rows that have others, by field: so that everything
   * is told in one round.
   */
  look?(
    db: Tx,
    who: Who,
    rows: PartialRow<z.output<R>>[],
    fields: Set<string>,
  ): Promise<Record<string, string[]>[]>;
  /**
   * Runs before the saving transaction, in one of its own, for what must not be held for long: numbers of new
   * rows. Its answer goes to `save`.
   */
  reserve?(db: Tx, who: Who, num_new: number): Promise<number>;
  /** Chunk after chunk in one transaction: all of them are saved, or none. */
  save(
    db: Tx,
    who: Who,
    rows: (CheckedRow<V> & { state: "new" | "changed" })[],
    reserved: number,
  ): Promise<void>;
};

/** A row that is right so far, where one with wrong cells may stand. */
export const asPartial = <V>(given: CheckedRow<V>): PartialRow<V> => ({ ...given, wrong: new Set() });

/** Whether none of these cells is wrong, so that they can be judged together. */
export const allValid = ({ wrong }: { wrong: Set<string> }, ...names: string[]) =>
  !names.some((name) => wrong.has(name));

export const refuseNonAdmin = (who: Who): string | null =>
  who.is_admin ? null : "管理者だけができる操作です。";

export const refuseNonFactory = (who: Who): string | null =>
  who.company_type === "seller" ? null : "この操作をする権限がありません。";

export const refuseNonFactoryAdmin = (who: Who): string | null =>
  refuseNonFactory(who) ?? refuseNonAdmin(who);

/** Infers the row and the value, and stands where any intake is expected. */
export function intake<R extends z.ZodType, V>(value: Intake<R, V>): Intake {
  return value as unknown as Intake;
}

/** What is saved of a row: `id` names the record that it changes. */
export type Saving<I> = { id?: number; version?: number; input: I };

/** Each row by its noun's own command. */
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
