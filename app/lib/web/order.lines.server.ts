import type { SubmissionResult } from "@conform-to/dom";
import { json } from "@remix-run/node";
import { readHeaders } from "~/lib/import/import";
import { headOf, Unfit, unlessBlank } from "~/lib/import/import.file.server";
import { MAX_CELL } from "~/lib/import/import.schema";
import { filled, type Typed } from "~/lib/order/order.draft";
import { linesProblem, orderLineImport, productCode, readLine, withLines } from "~/lib/order/order.import";
import { MAX_LINES, orderForm } from "~/lib/order/order.schema";
import { destinations } from "~/lib/partner/destination.schema";
import { byCode } from "~/lib/product/product.code";
import { CsvProblem, csvLines, detectEncoding } from "~/lib/text/csv.stream.server";
import type { Api } from "./api.server";
import { productsNamed } from "./order.products.server";
import { readForm } from "./read.server";
import { type Args, enter, formOf } from "./visit.server";

const MAX_BYTES = 2_000_000;
const UNCHOSEN = "取り込むファイルを選択してください。";
const TOO_LARGE = "ファイルが大きすぎます（2MBまで）。明細の行だけのファイルにしてください。";

async function linesOf(file: File, num_typed: number) {
  if (file.size > MAX_BYTES) throw new Unfit(TOO_LARGE);
  const lines = unlessBlank(csvLines(file, await detectEncoding(file)));
  const columns = readHeaders(orderLineImport, await headOf(orderLineImport, lines, file));
  const rows: string[][] = [];
  let num_rows = 0;
  for await (const { cells } of lines) {
    num_rows += 1;
    if (num_rows <= MAX_LINES) rows.push(cells.map((cell) => cell.slice(0, MAX_CELL)));
  }
  const problem = num_rows === 0 ? "見出しのほかに行がありません。" : linesProblem(num_typed, num_rows);
  if (problem) throw new Unfit(problem);
  return { columns, rows };
}

async function knownProducts(api: Api, company_id: string, seller_id: unknown, codes: string[]) {
  const [places, found] = await Promise.all([
    api.get(destinations, `/factories/${company_id}/destinations`),
    productsNamed(api, String(seller_id), { codes }),
  ]);
  return { places: places.items, productOf: byCode(found) };
}

/** 明細に入れる saves nothing. */
export async function takeLines(args: Args) {
  const { api, who } = await enter(args);
  const form = await formOf(args);
  const { payload } = readForm(form, orderForm);
  const { file: _, step: __, pasted, ...rest } = payload as Typed & { pasted?: string };
  const typed: Typed = rest;
  const idempotency_key = String(form.get("idempotency_key") ?? "") || crypto.randomUUID();
  const answer = (initialValue: Typed, error: Record<string, string[]>, taken?: string) => {
    const wrong = Object.keys(error).length > 0;
    const reply = { initialValue, ...(wrong && { status: "error", error }) } as SubmissionResult<string[]>;
    return json({ reply, idempotency_key, taken }, { status: wrong ? 422 : 200 });
  };
  const chosen = form.get("file");
  const isChosen = chosen instanceof File && chosen.size > 0;
  if (!isChosen && !pasted) return answer(typed, { file: [UNCHOSEN] });
  const file = isChosen ? chosen : new File([pasted!], "貼り付けた表.tsv");
  const at = isChosen ? "file" : "pasted";
  try {
    const { columns, rows } = await linesOf(file, (typed.lines ?? []).filter(filled).length);
    const codes = [...new Set(rows.flatMap((cells) => productCode(columns, cells) ?? []))];
    const know = await knownProducts(api, who.company_id!, typed.seller_id, codes);
    const { values, errors } = withLines(
      typed,
      rows.map((cells) => readLine(columns, cells, know)),
    );
    const unread = columns
      .filter(({ header, field }) => header && !field)
      .map(({ header }) => `「${header.slice(0, 40)}」`);
    const unused = unread.length > 0 ? `${unread.slice(0, 10).join("")}の列は使いません。` : "";
    const taken = `${isChosen ? file.name.slice(0, 100) : "貼り付けた表"} の${rows.length}行を明細に入れました。まだ送信していません。${unused}`;
    return answer(values, errors, taken);
  } catch (error) {
    if (error instanceof Unfit || error instanceof CsvProblem)
      return answer({ ...typed, pasted }, { [at]: [error.message] });
    throw error;
  }
}
