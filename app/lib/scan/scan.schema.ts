import { z } from "zod";
import { CARDS } from "~/lib/indirect/indirect.schema";
import { measuring } from "~/lib/measurement/measurement.schema";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { reasonRow } from "~/lib/shop/reason.schema";
import { recordItem } from "~/lib/shop/record.schema";
import { RESTS } from "~/lib/task/rest";
import { SHORTAGES } from "~/lib/task/work.schema";
import {
  checkbox,
  choice,
  code,
  key,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { ACTS, CODE_KINDS, INDIRECT_ACTS } from "~/lib/vocabulary/scan";

const BATCH_MAX = 50;
/** Texts that are no code are not counted. */
const codes = (value: unknown) =>
  [value ?? []].flat().filter((one) => typeof one === "string" && /^[\x21-\x7e]{1,60}$/.test(one));
const tokens = z.preprocess(
  codes,
  z.array(z.string()).max(20, { error: "読み取りが多すぎます。もう一度読み取ってください" }),
);

export const scanItem = z.object({
  /** Made by the device: the same scan sent twice counts once. */
  client_id: code("番号", 64),
  act: choice("操作", ACTS),
  card: optionalText("カード", 200),
  group_id: optionalInteger("工程", 1, 98),
  worker_id: optionalKey("作業者"),
  pass: optionalCode("暗証番号の確認", 60),
  device_time: optionalInstant("読み取りの日時"),
  /** Kept on the device before: what no longer fits becomes a conflict. */
  queued: checkbox(),
  seen: z
    .object({ group_id: z.number().int().min(0).max(99), status: text("工程", 40) })
    .nullish()
    .catch(null),
  tokens,
  move: checkbox(),
  inside: checkbox(),
  rest: optionalChoice("残り", RESTS),
  override: checkbox(),
  num_good: optionalDecimal("良品数", { min: "0" }),
  num_defective: optionalDecimal("不良数", { min: "0" }),
  num_partial: optionalDecimal("途中数", { min: "0" }),
  reason_id: optionalKey("理由"),
  reason: optionalLines("理由", 400),
  shortage: optionalChoice("不足", SHORTAGES),
  over: checkbox(),
  /** Of what was forgotten overnight: 終業, or まだ続き. */
  left: optionalChoice("終わっていない作業", ["end", "goes_on"]),
  undoes: optionalCode("取り消す読み取り", 64),
  ...measuring,
  /** 必須の記録 is left out, for `reason`. */
  skip: checkbox(),
});
export type ScanItem = z.output<typeof scanItem>;

/** 間接作業 begun or ended: at no card. */
export const indirectItem = z.object({
  client_id: code("番号", 64),
  act: choice("操作", INDIRECT_ACTS),
  worker_id: key("作業者"),
  pass: optionalCode("暗証番号の確認", 60),
  reason_id: optionalKey("間接作業"),
  cards: optionalChoice("作業中のカード", CARDS),
  resume: checkbox(),
  device_time: optionalInstant("読み取りの日時"),
  queued: checkbox(),
});
export type IndirectItem = z.output<typeof indirectItem>;
/** Null where another version of the product kept what this one does not read. */
export const storedItem = ({ item }: { item: unknown }): ScanItem | null =>
  scanItem.safeParse(item).data ?? null;

/** Of one 記録項目 of a 完了 that was scanned. */
export const scanPhoto = z.object({ item_id: key("記録項目") });
export const photographed = z.object({ detail: z.string() });

/** Each item is checked by itself, so that a broken one stops no other. */
export const scanBatch = z.object({
  device_now: optionalInstant("端末の時刻"),
  items: z
    .array(z.unknown(), { error: "読み取りを送ってください" })
    .min(1, { error: "読み取りを送ってください" })
    .max(BATCH_MAX, { error: `一度に送れるのは${BATCH_MAX}件までです` }),
});

const cardSummary = z.object({
  key: z.number(),
  id: z.string(),
  name: z.string(),
  buyer_name: z.string(),
  drawing_no: z.string().nullable(),
  num_items: z.string(),
  num_left: z.string(),
  num_rest: z.string(),
  product_id: z.number().nullable(),
  cautions: z.array(z.object({ group_id: z.number(), label: z.string(), text: z.string() })),
  unit: z.string(),
  delivery_date: z.string().nullable(),
  is_urgent: z.boolean(),
  group_id: z.number(),
  status: z.string(),
  state: z.enum(["none", "working", "paused", "off"]),
  worker_ids: z.array(z.number()),
  workers: z.string(),
  is_unmanned: z.boolean(),
  runs_unmanned: z.boolean(),
  next: z.string().nullable(),
  drawing: z.string().nullable(),
  revision_note: z.string().nullable(),
  /** What of its parts, or of its 引当, is not there: told before the work. */
  short: z.string().optional(),
  half: z.object({ rest: z.string(), divisible: z.boolean() }).nullable(),
  /** 記録項目 of its product, with limits of its own. */
  own_items: z.array(
    z.object({
      item_id: z.number(),
      lower_limit: z.string().nullable(),
      upper_limit: z.string().nullable(),
    }),
  ),
});

export const scanResult = z.object({
  client_id: z.string().nullable(),
  /** again: done before; this is what came of it then. */
  result: z.enum(["done", "again", "refused", "conflict"]),
  detail: z.string(),
  /** What must be sent along to be accepted: move, override, shortage, over, reason … */
  errors: z.record(z.string(), z.array(z.string())),
  card: cardSummary.nullable(),
});
export type ScanResult = z.infer<typeof scanResult>;
export const scanResults = z.object({ items: z.array(scanResult) });

export const lookQuery = z.object({ code: text("コード", 200) });
export const looked = z.object({
  kind: z.enum(CODE_KINDS).nullable(),
  key: z.number().nullable(),
  label: z.string().nullable(),
  card: cardSummary.nullable(),
  cards: z.array(cardSummary),
  detail: z.string().nullable(),
  /** A 棚札, or what is typed there. */
  shelf: z.boolean().default(false),
});
export type Looked = z.infer<typeof looked>;

const conflictRow = z.object({
  client_id: z.string(),
  act: z.enum([...ACTS, ...INDIRECT_ACTS]),
  detail: z.string(),
  happened_time: z.string(),
  received_time: z.string(),
  card_key: z.number().nullable(),
  card: z.string(),
  worker: z.string().nullable(),
  username: z.string(),
  outsource: z.number().nullable(),
  rests: z.array(z.object({ value: z.enum(RESTS), label: z.string() })),
});
export const station = z.object({
  company_id: z.string(),
  processes: z.array(
    z.object({ group_id: z.number(), label: z.string(), role: z.string(), runs_unmanned: z.boolean() }),
  ),
  workers: z.array(z.object({ worker_id: z.number(), name: z.string(), has_pin: z.boolean() })),
  reasons: z.array(reasonRow),
  /** 間接作業 that somebody does now; `cards`: how many wait for it to end. */
  running: z.array(
    z.object({
      key: z.number(),
      worker_id: z.number(),
      label: z.string(),
      work_start: z.string(),
      version: z.number(),
      cards: z.number(),
    }),
  ),
  conflicts: z.array(conflictRow),
  stay: z.number(),
  cards: z.array(cardSummary),
  items: z.array(recordItem),
});
export type StationData = z.infer<typeof station>;
export const stationQuery = z.object({ cards: checkbox() });

export const pinInput = z.object({
  worker_id: optionalKey("作業者").refine((id) => id !== undefined, { error: "作業者を選択してください" }),
  pin: code("暗証番号", 8),
});
export const pinAnswer = z.object({
  pass: z.string().nullable(),
  until: z.string().nullable(),
  detail: z.string().nullable(),
});

/** apply: do it now, as the card stands; discard: never. */
export const resolution = z.object({
  client_id: code("番号", 64),
  decision: choice("対応", ["apply", "discard"]),
  num_good: optionalDecimal("良品数", { min: "0" }),
  inside: checkbox(),
  rest: optionalChoice("残り", RESTS),
  card: optionalText("カード", 200),
});
export const scanKey = z.object({ client_id: code("番号", 64) });
