import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { rowSentences, sizeProblem } from "~/lib/import/import";
import { type FileLine, headOf, Unfit, unlessBlank } from "~/lib/import/import.file.server";
import {
  type Import,
  type ImportHead,
  type ImportRow,
  importHead,
  importList,
  importPage,
  importRowList,
  MAX_CELL,
  ROW_STATE_LABEL,
} from "~/lib/import/import.schema";
import { CSV_MAX_SIZE } from "~/lib/list/csv";
import { toCsv } from "~/lib/text/csv";
import { CsvProblem, csvLines, detectEncoding } from "~/lib/text/csv.stream.server";
import { type Api, ApiError } from "./api.server";
import { csvResponse } from "./csv.server";
import { flash } from "./flash.server";
import { importAt } from "./import.at";
import { takeUpload, type Upload } from "./import.upload.server";
import { type Args, enter, formOf } from "./visit.server";

const PART_ROWS = 500;
const PART_LETTERS = 300_000;
const WAIT_MS = 2_500;

const importOf = ({ request }: Args) => importAt(new URL(request.url).pathname);

/** A part at a time: the memory of one part whatever the file's length. */
async function stage(api: Api, of: Import, upload: Upload): Promise<ImportHead> {
  const decoding = await detectEncoding(upload.path);
  const lines = unlessBlank(csvLines(upload.path, decoding));
  const headers = (await headOf(of, lines, upload.path)).map((cell) => cell.slice(0, 200));
  const head = await api.post(
    importHead,
    "/imports",
    {
      noun: of.noun,
      file_name: upload.name || "CSV",
      file_hash: upload.hash,
      encoding: decoding.encoding,
      headers,
    },
    crypto.randomUUID(),
  );
  let part: FileLine[] = [];
  let letters = 0;
  let num_rows = 0;
  const send = async () => {
    if (part.length > 0 && num_rows <= CSV_MAX_SIZE) {
      await api.post(
        z.object({ num: z.number() }),
        `/imports/${head.key}/rows`,
        { rows: part },
        `import.${head.key}.${part[0]!.line}`,
      );
    }
    part = [];
    letters = 0;
  };
  for await (const { line, cells } of lines) {
    num_rows += 1;
    part.push({ line, cells: cells.slice(0, 200).map((cell) => cell.slice(0, MAX_CELL)) });
    letters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (part.length >= PART_ROWS || letters > PART_LETTERS) await send();
  }
  const problem = sizeProblem(num_rows);
  if (!problem) await send();
  const counted = await api.post(
    importHead,
    `/imports/${head.key}/check`,
    { num_rows },
    `import.${head.key}.check`,
  );
  if (counted.problem) throw new Unfit(counted.problem);
  return counted;
}

/** Most files are done before anyone could look at their progress. */
async function importSettled(api: Api, key: number): Promise<void> {
  for (
    const until = Date.now() + WAIT_MS;
    Date.now() < until;
    await new Promise((done) => setTimeout(done, 150))
  ) {
    const { state } = await api.get(importPage, `/imports/${key}`);
    if (state !== "checking" && state !== "saving") return;
  }
}

export async function takeImport(args: Args): Promise<Response> {
  const upload = await takeUpload(args);
  const { api } = await enter(args);
  const of = importOf(args);
  const wrong = (problem: string) => json({ problem }, { status: 422 });
  if (typeof upload === "string") return wrong(upload);
  if (!upload) return wrong("取り込むファイルを選択してください。");
  try {
    const { key } = await stage(api, of, upload);
    await importSettled(api, key);
    return redirect(`${of.path}/${key}`, 303);
  } catch (error) {
    if (error instanceof Unfit || error instanceof CsvProblem) return wrong(error.message);
    if (error instanceof ApiError && error.status < 500) return wrong(error.detail);
    throw error;
  } finally {
    await upload.discard();
  }
}

export async function importStart(args: Args) {
  const { api } = await enter(args);
  const of = importOf(args);
  return json({
    problem: null as string | null,
    recent: (await api.get(importList, "/imports", { noun: of.noun })).items,
  });
}

export async function importShown(args: Args) {
  const { api } = await enter(args);
  const of = importOf(args);
  const page = await api.get(importPage, `/imports/${args.params.key}`);
  if (page.noun !== of.noun) throw new Response(null, { status: 404 });
  const going = page.state === "checking" || page.state === "saving";
  return json(
    { page, problem: null as string | null },
    { headers: going ? { "Cache-Control": "no-store" } : {} },
  );
}

export async function actImport(args: Args): Promise<Response> {
  const { api } = await enter(args);
  const of = importOf(args);
  const form = await formOf(args);
  const key = Number(args.params.key);
  const page = await api.get(importPage, `/imports/${key}`);
  if (page.noun !== of.noun) throw new Response(null, { status: 404 });
  const go = form.get("go");
  try {
    if (go === "stop") {
      await api.post(importHead, `/imports/${key}/stop`, {}, crypto.randomUUID());
      return flash(args, of.path, "取込をやめました。何も登録されていません。", "info");
    }
    await api.post(
      importHead,
      `/imports/${key}/save`,
      { only_good: go === "good" },
      `import.${key}.save.${String(go)}`,
    );
    await importSettled(api, key);
    return redirect(`${of.path}/${key}`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return json({ problem: error.detail, page }, { status: error.status });
  }
}

export async function importTemplate(args: Args): Promise<Response> {
  await enter(args);
  const of = importOf(args);
  return csvResponse(`${of.title}_見出し`, toCsv([of.columns.map((column) => column.header)]));
}

export async function importFaults(args: Args): Promise<Response> {
  const { api } = await enter(args);
  const of = importOf(args);
  const { columns, noun } = await api.get(importPage, `/imports/${args.params.key}`);
  if (noun !== of.noun) throw new Response(null, { status: 404 });
  const rows: ImportRow[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { items }: { items: ImportRow[] } = await api.get(
      importRowList,
      `/imports/${args.params.key}/rows`,
      { state: "wrong", after },
    );
    rows.push(...items);
    after = items.length < 1000 ? undefined : items.at(-1)!.line;
  }
  const lines = rows.map((row) => [
    ...columns.map((_, index) => row.cells[index] ?? ""),
    String(row.line),
    rowSentences(of, columns, row)
      .map((one) => one.text)
      .join(" "),
  ]);
  return csvResponse(
    `${of.title}_${ROW_STATE_LABEL.wrong}のある行`,
    toCsv([[...columns.map((column) => column.header), "行", "理由"], ...lines]),
  );
}
