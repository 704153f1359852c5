import { z } from "zod";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { reasonRow } from "~/lib/shop/worker.schema";
import { RESTS } from "~/lib/task/rest";
import { SHORTAGES } from "~/lib/task/work.schema";
import {
  checkbox,
  choice,
  code,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { ACTS, type Act, CODE_KINDS } from "~/lib/vocabulary/scan";

/** Scans that one post brings. */
const BATCH_MAX = 50;
const acts = ACTS as unknown as [Act, ...Act[]];
/** Codes that were read; what is none is not counted. */
const codes = (value: unknown) =>
  [value ?? []].flat().filter((one) => typeof one === "string" && /^[\x21-\x7e]{1,60}$/.test(one));
const tokens = z.preprocess(
  codes,
  z.array(z.string()).max(20, { error: "読み取りが多すぎます。もう一度読み取ってください" }),
);

/** One scan as a device sends it. */
export const scanItem = z.object({
  /** Made by the device: the same scan sent twice is one. */
  client_id: code("番号", 64),
  act: choice("操作", acts),
  /** A card's token, or its number; for 取消 the scan says it. */
  card: optionalText("カード", 200),
  /** The process chosen at the device. */
  group_id: optionalInteger("工程", 1, 98),
  worker_id: optionalKey("作業者"),
  /** What 暗証番号 was exchanged for. */
  pass: optionalCode("暗証番号の確認", 60),
  device_time: optionalInstant("読み取りの日時"),
  /** Kept on the device before it came here: what no longer fits is kept as a conflict then. */
  queued: checkbox(),
  /** Where the device believed the card to be. */
  seen: z
    .object({ group_id: z.number().int().min(0).max(99), status: text("工程", 40) })
    .nullish()
    .catch(null),
  /** Codes read for it, to be counted. */
  tokens,
  /** The card is to be moved to the process first. */
  move: checkbox(),
  /** Into a 外注 process without a partner. */
  inside: checkbox(),
  /** Of a half-finished lot: its rest stays as a card of its own, or goes on too. */
  rest: optionalChoice("残り", RESTS),
  override: checkbox(),
  num_good: optionalDecimal("良品数", { min: "0" }),
  num_defective: optionalDecimal("不良数", { min: "0" }),
  num_partial: optionalDecimal("途中数", { min: "0" }),
  reason_id: optionalKey("理由"),
  reason: optionalLines("理由", 400),
  shortage: optionalChoice("不足", SHORTAGES),
  over: checkbox(),
  /** 取消: which scan. */
  undoes: optionalCode("取り消す読み取り", 64),
});
export type ScanItem = z.output<typeof scanItem>;
export const itemOf = ({ item }: { item: unknown }) => item as ScanItem;

/** Each item is checked by itself, so that a broken one stops no other. */
export const scanBatch = z.object({
  /** The device's clock as it sends. */
  device_now: optionalInstant("端末の時刻"),
  items: z
    .array(z.unknown(), { error: "読み取りを送ってください" })
    .min(1, { error: "読み取りを送ってください" })
    .max(BATCH_MAX, { error: `一度に送れるのは${BATCH_MAX}件までです` }),
});

export const cardSummary = z.object({
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
  next: z.string().nullable(),
  drawing: z.string().nullable(),
  revision_note: z.string().nullable(),
  /** Only half finished where it stands: what becomes of the rest is to be said before it goes on. */
  half: z.object({ rest: z.string(), divisible: z.boolean() }).nullable(),
});

export const scanResult = z.object({
  client_id: z.string().nullable(),
  /** again: it was done before, this is what came of it then. */
  result: z.enum(["done", "again", "refused", "conflict"]),
  /** What happened, or what to do. */
  detail: z.string(),
  /** What has to be said with it to be taken: move, override, shortage, over, reason … with its sentence. */
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
  /** The cards on the board that a product's code may mean, the most urgent first. */
  cards: z.array(cardSummary),
  /** Why nothing was found. */
  detail: z.string().nullable(),
});
export type Looked = z.infer<typeof looked>;

const conflictRow = z.object({
  client_id: z.string(),
  act: z.enum(acts),
  detail: z.string(),
  happened_time: z.string(),
  received_time: z.string(),
  card_key: z.number().nullable(),
  card: z.string(),
  worker: z.string().nullable(),
  username: z.string(),
  /** The 外注 process that it leads into: a partner is to be chosen, or none. */
  outsource: z.number().nullable(),
  /**
   * What can be said of the rest of a half-finished lot that it would pass on; empty where nothing is to be
   * said.
   */
  rests: z.array(z.object({ value: z.enum(RESTS), label: z.string() })),
});
export const station = z.object({
  company_id: z.string(),
  processes: z.array(z.object({ group_id: z.number(), label: z.string(), role: z.string() })),
  workers: z.array(z.object({ worker_id: z.number(), name: z.string(), has_pin: z.boolean() })),
  reasons: z.array(reasonRow),
  conflicts: z.array(conflictRow),
  /** Minutes that a worker stays chosen on a device that was not set otherwise. */
  stay: z.number(),
  /** Cards on the board, the last changed first, for when there is no network; only where asked for. */
  cards: z.array(cardSummary),
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

/** apply: do it now, as the card stands; discard: it is not to be done any more. */
export const resolution = z.object({
  client_id: code("番号", 64),
  decision: choice("対応", ["apply", "discard"]),
  num_good: optionalDecimal("良品数", { min: "0" }),
  /** Into a 外注 process without a partner. */
  inside: checkbox(),
  rest: optionalChoice("残り", RESTS),
  /** The number meant, where what was read names no card. */
  card: optionalText("カード", 200),
});
export const scanKey = z.object({ client_id: code("番号", 64) });
