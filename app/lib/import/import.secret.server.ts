import { seal, unseal } from "~/lib/config/secret.server";
import type { ImportLine } from "~/lib/tables/import.table.server";
import type { Import } from "./import.schema";

type Staged = Pick<ImportLine, "key" | "company_id" | "columns">;

const DOTS = "●●●●";

const isSecret = (of: Pick<Import, "columns">, { columns }: Staged, index: number): boolean => {
  const field = columns[index]?.field;
  return of.columns.some((column) => column.secret && column.field === field);
};
const placeOf = ({ key, company_id }: Staged) => `import ${company_id} ${key}`;

const mapSecret = (
  of: Pick<Import, "columns">,
  row: Staged,
  cells: string[],
  map: (cell: string) => string,
) => cells.map((cell, index) => (cell !== "" && isSecret(of, row, index) ? map(cell) : cell));

/** As they are kept. */
export const sealCells = (of: Pick<Import, "columns">, row: Staged, cells: string[]): string[] =>
  mapSecret(of, row, cells, (cell) => seal(cell, placeOf(row)));

/** As they were read; empty where the secret is another one by now. */
export const unsealCells = (of: Pick<Import, "columns">, row: Staged, cells: string[]): string[] =>
  mapSecret(of, row, cells, (cell) => unseal(cell, placeOf(row)) ?? "");

/** As they are shown. */
export const coverCells = (of: Pick<Import, "columns">, row: Staged, cells: string[]): string[] =>
  mapSecret(of, row, cells, () => DOTS);
