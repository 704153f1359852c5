import { readFile } from "node:fs/promises";
import { json } from "@remix-run/node";
import { bankFileTaken, bankRow, FILE_BYTES } from "~/lib/bank/bank.schema";
import { formatNumber } from "~/lib/money/decimal";
import { type Api, ApiError } from "./api.server";
import { flash } from "./flash.server";
import type { Upload } from "./import.upload.server";
import { type Args, formOf } from "./visit.server";

const rowKeyOf = ({ url }: Request) => new URL(url).searchParams.get("bank_row");

/** The row of a statement that a receipt is entered for, or null. */
export async function bankRowOf(api: Api, request: Request) {
  const key = rowKeyOf(request);
  return key === null ? null : api.get(bankRow, `/bank/rows/${encodeURIComponent(key)}`);
}

/** Where a receipt goes: with its row, that stands for it from then on. */
export function paymentPath(request: Request): string {
  const key = rowKeyOf(request);
  return key === null ? "/payments" : `/bank/rows/${encodeURIComponent(key)}/payment`;
}

const BANK = "/accounting/receivable/bank";
const TOO_LARGE = "ファイルが大きすぎます（700KBまで）。銀行の画面で期間を分けて受け取ってください。";
const NO_FILE = "取り込むファイルを選択してください。";

const wrong = (problem: string) => json({ problem }, { status: 422 });

async function send(args: Args, api: Api, upload: Upload): Promise<Response> {
  const form = await formOf(args);
  const taken = await api.post(
    bankFileTaken,
    "/bank/files",
    {
      file_name: upload.name || "明細",
      content: (await readFile(upload.path)).toString("base64"),
      account_key: form.get("account_key") || undefined,
    },
    crypto.randomUUID(),
  );
  const { waiting, files, num_rows, num_new, is_repeated } = taken;
  if (waiting !== null)
    return flash(
      args,
      `${BANK}/file/${waiting}`,
      "口座や列を決めると取り込みます。まだ取り込んでいません。",
      "info",
    );
  const there = files.length === 1 ? `${BANK}?file=${files[0]}` : BANK;
  if (is_repeated)
    return flash(args, there, "このファイルは取り込み済みです。新しい行はありません。", "info");
  const known = num_rows - num_new;
  const also = known > 0 ? `${formatNumber(known)}行は取り込み済みでした。` : "";
  return flash(args, there, `${formatNumber(num_new)}行を取り込みました。${also}`);
}

/** The file goes on whole; what it is not taken for comes back as a sentence. */
export async function takeBankFile(args: Args, api: Api, upload: Upload | string | null): Promise<Response> {
  if (typeof upload === "string") return wrong(upload);
  if (!upload) return wrong(NO_FILE);
  try {
    return upload.size > FILE_BYTES ? wrong(TOO_LARGE) : await send(args, api, upload);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return wrong(Object.values(error.errors).flat()[0] ?? error.detail);
  } finally {
    await upload.discard();
  }
}
