import { z } from "zod";
import { integer, optionalInteger } from "~/lib/money/number.schema";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  choice,
  optionalChoice,
  optionalKey,
  optionalText,
  text,
  unchosenText,
  version,
} from "~/lib/text/text.schema";
import { type Role, role, type Unit, unit } from "~/lib/vocabulary/card.schema";
import { optionalColour } from "~/lib/vocabulary/colour";
import { type ReasonKind, reasonKind, TREATMENTS } from "~/lib/vocabulary/reason";
import { STAYS } from "~/lib/vocabulary/scan";
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
  z.array(lane, { error: "機械・班を入力し直してください" }).max(50, { error: "枝は50までです" }),
);

const processInput = z.object({
  /** Left out: a new one. */
  group_id: optionalInteger("工程", 1, 98),
  label: text("工程名", 40),
  role: choice("役割", role.options as [Role, ...Role[]]),
  colour: optionalColour("色"),
  is_hidden: checkbox(),
  standard_days: optionalInteger("標準滞留日", 0, 365),
  default_collab_id: optionalText("外注先の既定", 40),
  lanes,
});

/**
 * PUT /factories/self/meta/processes: the board's columns in their order. One that is left out is removed.
 */
export const processesInput = z.object({
  version,
  processes: z
    .array(processInput, { error: "工程を入力してください" })
    .min(1, { error: "工程を入力してください" })
    .max(60, { error: "工程は60までです" }),
});
export type ProcessesInput = z.output<typeof processesInput>;

/** PUT /factories/self/meta/reasons: one list in its order. One that is left out is set aside. */
export const reasonsInput = z.object({
  version,
  kind: choice("種類", reasonKind.options as [ReasonKind, ...ReasonKind[]]),
  reasons: z
    .array(
      z.object({
        reason_id: optionalKey("理由"),
        label: text("名称", 40),
        means: optionalChoice("扱い", TREATMENTS),
      }),
      { error: "一覧を入力してください" },
    )
    .max(60, { error: "60までです" }),
});
export type ReasonsInput = z.output<typeof reasonsInput>;

/** PUT /factories/self/meta/record_items: the list in its order. One that is left out is set aside. */
export const recordItemsInput = z.object({
  version,
  items: z
    .array(recordInput, { error: "記録項目を入力してください" })
    .max(100, { error: "記録項目は100までです" }),
});
export type RecordItemsInput = z.output<typeof recordItemsInput>;

/** PUT /factories/self/meta/numbers: the number that the next card gets. It only rises (D15). */
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
/** PUT /factories/self/meta/units: which units are used, and the usual one. */
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

/** GET /factories/self/meta: what the board is made of, and how many cards stand in each process. */
export const boardMeta = z.object({
  version: z.number(),
  stall_days: z.number(),
  warn_days: z.number(),
  scan_stay: z.number(),
  processes: z.array(
    factoryProcess.extend({
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
