/** What a column of a bank's CSV means. */
export const COLUMN_FIELDS = [
  "date",
  "year",
  "month",
  "day",
  "in",
  "out",
  "amount",
  "direction",
  "balance",
  "payer",
  "payer_code",
  "edi",
  "summary",
  "tx_kind",
  "mark",
  "number",
  "account",
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];
export type Columns = Partial<Record<ColumnField, string>>;
export type Layout = { format: string; columns: Columns };

/** Headings are compared so: full or half width, spaces, brackets of either kind. */
export const headKey = (heading: string): string =>
  heading.normalize("NFKC").replace(/[\s"]/g, "").toUpperCase();

/** The payer stands in 摘要 where there is no column of its own. */
export const LAYOUTS: Layout[] = [
  {
    format: "mufg-bizstation-20",
    columns: {
      date: "取引日",
      direction: "入払区分",
      tx_kind: "取引区分",
      amount: "取引金額",
      payer_code: "振込依頼人番号",
      payer: "振込依頼人名",
      summary: "摘要",
      edi: "EDI情報",
      account: "口座番号",
    },
  },
  {
    format: "mufg-personal-9",
    columns: {
      date: "日付",
      tx_kind: "摘要",
      payer: "摘要内容",
      out: "支払い金額",
      in: "預かり金額",
      balance: "差引残高",
    },
  },
  {
    format: "mizuho-13",
    columns: {
      account: "照会口座",
      number: "番号",
      date: "勘定日",
      out: "出金(円)",
      in: "入金(円)",
      balance: "残高(円)",
      tx_kind: "取引区分",
      mark: "明細区分",
      payer: "摘要",
    },
  },
  {
    format: "anser-13",
    columns: {
      account: "照会口座",
      number: "番号",
      date: "勘定日",
      out: "出金金額(円)",
      in: "入金金額(円)",
      balance: "残高(円)",
      tx_kind: "取引区分",
      mark: "明細区分",
      payer: "摘要",
    },
  },
  {
    format: "resona-21",
    columns: {
      mark: "レコード区分",
      direction: "取引名",
      year: "取扱日付年",
      month: "月",
      day: "日",
      amount: "金額",
      balance: "取引後残高",
      payer: "摘要",
    },
  },
  {
    format: "smbc-direct-7",
    columns: { date: "年月日", out: "お引出し", in: "お預入れ", payer: "お取り扱い内容", balance: "残高" },
  },
  {
    format: "yucho-7",
    columns: {
      date: "取引日",
      number: "入出金明細ID",
      in: "受入金額(円)",
      out: "払出金額(円)",
      tx_kind: "詳細1",
      payer: "詳細2",
      balance: "現在(貸付)高",
    },
  },
  {
    format: "sbi-6",
    columns: { date: "日付", payer: "内容", out: "出金金額(円)", in: "入金金額(円)", balance: "残高(円)" },
  },
  {
    format: "paypay-12",
    columns: {
      year: "操作日(年)",
      month: "操作日(月)",
      day: "操作日(日)",
      number: "取引順番号",
      payer: "摘要",
      out: "お支払金額",
      in: "お預り金額",
      balance: "残高",
    },
  },
];

export const FORMAT_LABEL: { [format: string]: string } = {
  "zengin-03": "全銀 入出金取引明細",
  "zengin-01": "全銀 振込入金通知",
  "mufg-bizstation-all": "三菱UFJ BizSTATION 全明細",
  "mufg-bizstation-20": "三菱UFJ BizSTATION 入出金明細",
  "mufg-personal-9": "三菱UFJ 入出金明細",
  "mizuho-api": "みずほ銀行 .api",
  "mizuho-13": "みずほビジネスWEB",
  "anser-13": "ANSER形式の入出金明細",
  "resona-21": "りそな 入出金明細",
  "smbc-direct-7": "三井住友 SMBCダイレクト",
  "yucho-7": "ゆうちょダイレクト",
  "sbi-6": "住信SBIネット銀行",
  "paypay-12": "PayPay銀行",
  profile: "列の対応を決めたCSV",
};

const GUESSES: [field: ColumnField, words: RegExp][] = [
  ["date", /日付|年月日|取引日|勘定日|操作日|取扱日|^日$/],
  ["direction", /入払区分|入出金区分/],
  ["out", /出金|引出|支払|払出|出た/],
  ["in", /入金|預入|預り|預かり|受入|入った/],
  ["balance", /残高|現在高|貸付\)高/],
  ["payer", /依頼人名|振込人|名義|取り?扱い?内容|摘要|内容|詳細2|相手/],
  ["amount", /^(取引)?金額/],
];

/** What the headings of an unknown file look like, for a person to put right. */
export function guessColumns(head: string[]): Columns {
  const columns: Columns = {};
  const free = new Set(head.filter((heading) => heading.trim() !== ""));
  for (const [field, words] of GUESSES) {
    const found = [...free].find((heading) => words.test(headKey(heading)));
    if (!found) continue;
    columns[field] = found;
    free.delete(found);
  }
  return columns;
}

/** Null, or what a mapping still lacks. */
export function columnsProblem(columns: Columns): string | null {
  const hasDate = columns.date !== undefined || Boolean(columns.year && columns.month && columns.day);
  if (!hasDate) return "日付の列を選んでください";
  if (columns.in !== undefined) return null;
  const isSingle = columns.amount !== undefined && columns.direction !== undefined;
  return isSingle ? null : "入金額の列を選んでください（金額が一つの列なら、金額と入払区分の列）";
}
