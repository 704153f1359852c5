import { CsvProblem, detectEncoding } from "~/lib/text/csv.stream.server";
import { ApiError } from "./api.server";

/** The text of a chosen CSV, whatever it is written in (R6-2); nothing of it is stored. */
export async function textOf(file: FormDataEntryValue | null): Promise<string> {
  if (!(file instanceof Blob) || file.size === 0) return "";
  try {
    const { label } = await detectEncoding(file);
    return new TextDecoder(label).decode(await file.arrayBuffer());
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    throw new ApiError(422, "入力内容を確認してください。", { csv: [error.message] });
  }
}
