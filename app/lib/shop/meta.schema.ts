import { z } from "zod";
import { integer, optionalInteger } from "~/lib/money/number.schema";
import { crossField } from "~/lib/text/cross.field";
import { choice, optionalKey, text, unchosenText, version } from "~/lib/text/text.schema";
import { type Unit, unit } from "~/lib/vocabulary/card.schema";
import { STAYS } from "~/lib/vocabulary/scan";
import { processFields, reasonFields } from "./meta.fields";
import { factoryProcess } from "./process.schema";
import { reasonRow } from "./reason.schema";
import { recordInput, recordItem } from "./record.schema";

const AGAIN = "画面を読み込み直してください";

const lane = z.object({
  subgroup_id: optionalInteger("機械・班", 1, 999),
  label: text("機械・班の名前", 40),
});
const lanes = z.preprocess(
  (value) => value ?? [],
  z.array(lane, { error: "機械・班を入力し直してください" }).max(50, { error: "機械・班は50までです" }),
);

const processInput = z.object({ ...processFields, lanes });

export const processesInput = z.object({
  version,
  processes: z
    .array(processInput, { error: "工程を入力してください" })
    .min(1, { error: "工程を入力してください" })
    .max(60, { error: "工程は60までです" }),
});
export type ProcessesInput = z.output<typeof processesInput>;

export const reasonsInput = z.object({
  version,
  kind: reasonFields.kind,
  reasons: z
    .array(
      z.object({
        reason_id: optionalKey("理由"),
        label: reasonFields.label,
        means: reasonFields.means,
        is_break: reasonFields.is_break,
      }),
      { error: "一覧を入力してください" },
    )
    .max(60, { error: "60までです" }),
});
export type ReasonsInput = z.output<typeof reasonsInput>;

export const recordItemsInput = z.object({
  version,
  items: z
    .array(recordInput, { error: "記録項目を入力してください" })
    .max(100, { error: "記録項目は100までです" }),
});
export type RecordItemsInput = z.output<typeof recordItemsInput>;

/** It only rises (D15). */
export const numbersInput = z.object({ version, next_card: integer("次のカード番号", 1, 999_999_999) });

/** What is left out stays. */
const stay = z.preprocess(
  (value) => (value === "" || value === null ? undefined : typeof value === "string" ? Number(value) : value),
  z.literal([...STAYS], { error: unchosenText("作業者を覚える時間") }).optional(),
);
export const daysInput = z.object({
  version,
  stall_days: integer("停滞とみなす日数", 1, 99),
  warn_days: integer("納期の警告", 0, 30),
  scan_stay: stay,
});
const units = unit.options as [Unit, ...Unit[]];
const ticked = (value: unknown) =>
  value === undefined || value === null || value === "" ? [] : Array.isArray(value) ? value : [value];
export const unitsInput = z
  .object({
    version,
    units: z.preprocess(
      ticked,
      z.array(z.enum(units, { error: AGAIN })).min(1, { error: "使う単位を1つ以上選択してください" }),
    ),
    first: choice("はじめに出す単位", units),
  })
  .check(
    crossField(["first", "units"], (one) =>
      one.units.includes(one.first) ? null : "使う単位から選択してください",
    ),
  );
export const templateInput = z.object({
  version,
  template: choice("業種", ["cutting", "sheet", "resin", "assembly"]),
});

export const boardMeta = z.object({
  version: z.number(),
  stall_days: z.number(),
  warn_days: z.number(),
  scan_stay: z.number(),
  processes: z.array(
    factoryProcess.extend({
      /** 円／時: null for those without 会計, but for administrators, who set it. */
      hourly_rate: z.number().nullable(),
      num_cards: z.number(),
      lanes: z.array(z.object({ subgroup_id: z.number(), label: z.string() })),
    }),
  ),
  reasons: z.array(reasonRow),
  record_items: z.array(recordItem),
  next_card: z.number(),
  units: z.array(unit),
});
export type BoardMeta = z.infer<typeof boardMeta>;
