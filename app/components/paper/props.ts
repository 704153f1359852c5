export type PaperAddress = {
  /** 123-4567, without 〒. */
  postal_code?: string;
  /** One to three rows. */
  address?: string[];
  /** With 御中 or 様. */
  name: string;
  person?: string;
};

export type Issuer = {
  name: string;
  registration_number?: string;
  postal_code?: string;
  address?: string[];
  phone?: string;
  fax?: string;
  person?: string;
  /** The picture's address, or "box" for an empty seal box. */
  seal?: string;
  /** The picture's address, above the name. */
  logo?: string;
};

export type Facts = { label: string; text: string }[];
/** Yen. */
export type Summary = { label: string; amount: number }[];
export type Total = { label: string; amount: number; note?: string };
/** Label is the rate as printed: 10%対象, 8%対象(※軽減税率). Yen. */
export type Rate = { label: string; base: number; tax: number };
/** 〇〇銀行 △△支店 普通 1234567, and the holder in kana. */
export type Bank = { account: string; holder?: string };

/** A column's width in millimetres: all of a table's add up to 180. */
export type PaperColumn = { label: string; mm: number; align?: "right" | "center" };
/** Cells in the columns' order, already formatted; `amount` (yen) is what the carried subtotals add up. */
export type PaperLine = {
  cells: (string | null)[];
  amount?: number | null;
  /** Across the sheet in a row below it. */
  below?: string;
  /** A shaded row of cells that follows it on the same sheet: the sum of the lines up to here. */
  sum?: (string | null)[];
};

export type PaperDocumentProps = {
  /** 御請求書, 納品書, 納品書(控), 物品受領書, 外注依頼書 … */
  title: string;
  number: string;
  /** Under the number at the upper right: 発行日, 納品日 … */
  dates: Facts;
  addressee: PaperAddress;
  issuer: Issuer;
  /** 下記の通りご請求申し上げます。 */
  greeting?: string;
  total?: Total;
  /** 鑑 (R4-1). */
  summary?: Summary;
  /** Conditions under the head: 納入場所, 支払期日, 取引条件 … */
  facts?: Facts;
  columns: PaperColumn[];
  lines: PaperLine[];
  /** Index of the column that 繰越 amounts stand in; left out where prices are not printed. */
  amount_column?: number;
  sums?: Summary;
  rates?: Rate[];
  bank?: Bank[];
  due?: string;
  notes?: string[];
  /** 担当, 確認, 承認, 受領印 … */
  stamps?: string[];
  /** No empty ruled rows after the last line. */
  plain?: boolean;
  /** Printed behind another document, whose title is the page's heading. */
  further?: boolean;
  /** Across the sheet: 取消, 控. */
  mark?: string;
};
