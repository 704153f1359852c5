import { z } from "zod";
import { EDI_LENGTH, nameProblem } from "~/lib/bank/zengin.transfer";
import { pageOf } from "~/lib/list/list.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, key, optionalText, text, version } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { FILE_STATES } from "./file";
import { PAYEE_STATES } from "./payee";

const MOST_ROWS = 2000;
export const fileKey = z.object({ key: key("振込ファイル") });
export const takeKey = fileKey.extend({ take: key("取得") });

/** A line carries out one payment of 買掛, for what leaves the account. */
const row = z.object({
  payout: key("支払"),
  edi: optionalText("EDI情報", 40)
    .transform((typed, ctx) => {
      const sentence = typed === undefined ? null : nameProblem("EDI情報", typed, EDI_LENGTH);
      if (sentence === null) return typed;
      ctx.addIssue({ code: "custom", message: sentence });
      return z.NEVER;
    })
    .meta({ title: "EDI情報" }),
});
export const transferAsked = z.object({
  account_key: key("振込元の口座"),
  pay_date: date("振込指定日"),
  rows: z
    .array(row, { error: "振り込む支払を選んでください" })
    .min(1, { error: "振り込む支払を選んでください" })
    .max(MOST_ROWS, { error: `一度に作れるのは${MOST_ROWS}件までです` }),
});
export type TransferAsked = z.output<typeof transferAsked>;

const UNSEEN = "確認した内容が分かりません。もう一度確認してください";
export const transferNew = transferAsked.extend({
  seen: z.string({ error: UNSEEN }).regex(/^[0-9a-f]{16}$/, { error: UNSEEN }),
  /** The same amount went to the same payee a few days ago, and this is another. */
  twice: checkbox(),
  /** The books have it as paid days ago, and the bank has not sent it. */
  not_sent: checkbox(),
});
export type TransferNew = z.output<typeof transferNew>;
export const fileVoiding = z.object({ version, reason: text("取りやめの理由", 200) });
export type FileVoiding = z.output<typeof fileVoiding>;

const shownRow = z.object({
  partner_id: z.string(),
  partner_name: z.string(),
  account: z.string().nullable(),
  payee_name: z.string().nullable(),
  amount: z.number(),
});
export const transferPreview = z.object({
  account: z.string(),
  pay_date: z.string(),
  note: z.string().nullable(),
  rows: z.array(
    shownRow.extend({
      payout: z.number(),
      payment_date: z.string(),
      state: z.enum(PAYEE_STATES),
      /** 新規コード: 1 the first time, 2 the first time to another account. */
      new_code: z.number(),
      problems: z.array(z.string()),
      is_past: z.boolean(),
    }),
  ),
  /** Said of those, or null. */
  past: z.string().nullable(),
  /** The same amount to the same payee, in a file of a day near by. */
  twins: z.array(
    z.object({ file_key: z.number(), pay_date: z.string(), partner_name: z.string(), amount: z.number() }),
  ),
  num_rows: z.number(),
  total: z.number(),
  /** Of the whole file. */
  problems: z.array(z.string()),
  num_problems: z.number(),
  seen: z.string(),
});
export type TransferPreview = z.output<typeof transferPreview>;

export const transferFile = z.object({
  key: z.number(),
  account: z.string(),
  pay_date: z.string(),
  num_rows: z.number(),
  total: z.number(),
  state: z.enum(FILE_STATES),
  num_takes: z.number(),
  made_time: z.string(),
  made_name: z.string(),
  voided_time: z.string().nullable(),
  voided_name: z.string().nullable(),
  void_reason: z.string().nullable(),
  version: z.number(),
});
export type TransferFileRow = z.output<typeof transferFile>;
export const transferFiles = pageOf(transferFile);
export const transferDetail = transferFile.extend({
  sha256: z.string(),
  rows: z.array(
    shownRow.extend({
      row_no: z.number(),
      /** None of a file made before payments were named. */
      payout: z.number().nullable(),
      payment_date: z.string().nullable(),
      is_cancelled: z.boolean(),
      /** To another account than the partner has now. */
      is_moved: z.boolean(),
    }),
  ),
  takes: z.array(z.object({ number: z.number(), taken_time: z.string(), taken_name: z.string() })),
});
export type TransferDetail = z.output<typeof transferDetail>;
/** `num_takes` as the page that asks showed it. */
export const transferTaking = z.object({ num_takes: optionalInteger("取得した回数", 0, 1_000_000) });
export const transferTaken = z.object({ take: z.number(), number: z.number() });
export const transferContent = z.object({ file_name: z.string(), content: z.string() });
