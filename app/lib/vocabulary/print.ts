import { z } from "zod";

export const paperLayout = z.enum(["ruled", "plain"]);
export type PaperLayout = z.infer<typeof paperLayout>;
export const LAYOUT_LABEL: Record<PaperLayout, string> = {
  ruled: "用紙の下まで罫線を引く",
  plain: "明細のある行だけ",
};

export const lineOrder = z.enum(["given", "card", "name"]);
export type LineOrder = z.infer<typeof lineOrder>;
export const ORDER_LABEL: Record<LineOrder, string> = {
  given: "作るときの並び",
  card: "カード番号順",
  name: "品名順",
};
/** Each style counts by itself, so that no number comes twice. */

export const numberStyle = z.enum(["month", "year", "run"]);
export type NumberStyle = z.infer<typeof numberStyle>;
export const NUMBER_LABEL: Record<NumberStyle, string> = {
  month: "月ごと（N2611-0001）",
  year: "年ごと（N26-00001）",
  run: "通し番号（N-000001）",
};

export const dayStyle = z.enum(["western", "era"]);
export type DayStyle = z.infer<typeof dayStyle>;
export const DAY_LABEL: Record<DayStyle, string> = {
  western: "西暦（2026/11/21(土)）",
  era: "和暦（令和8年11月21日）",
};

/** Millimetres from the sheet's left and upper edge (R5-6). */
export type AddressPlace = { left: number; top: number };
export const ADDRESS_PLACE: AddressPlace = { left: 20, top: 34 };

export const SHEETS_LABEL = "まとめて印刷";
