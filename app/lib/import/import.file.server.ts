import { refuseEuc } from "~/lib/text/csv.stream.server";
import { headerProblem, headerWeight, readHeaders } from "./import";
import type { Import } from "./import.schema";

export class Unfit extends Error {}

export type FileLine = { line: number; cells: string[] };

const HEAD_WITHIN = 10;

export async function* unlessBlank(lines: AsyncGenerator<FileLine>): AsyncGenerator<FileLine> {
  for await (const one of lines) if (one.cells.some((cell) => cell.trim() !== "")) yield one;
}

export async function headOf(
  of: Pick<Import, "columns">,
  lines: AsyncGenerator<FileLine>,
  file: string | Blob,
): Promise<string[]> {
  let problem: string | null = null;
  for (let tried = 0; tried < HEAD_WITHIN && !problem; tried += 1) {
    const { value, done } = await lines.next();
    if (done) break;
    if (headerWeight(of, value.cells) < Math.min(2, of.columns.length)) continue;
    problem = headerProblem(of, readHeaders(of, value.cells));
    if (!problem) return value.cells;
  }
  await lines.return(undefined);
  await refuseEuc(file);
  const required = of.columns.filter((one) => one.required);
  const needed = (required.length > 0 ? required : of.columns.slice(0, 3))
    .map((one) => `「${one.header}」`)
    .join("");
  throw new Unfit(problem ?? `見出しの行が見つかりません。1行目に ${needed} などの見出しを入れてください。`);
}
