import { formatNumber } from "~/lib/money/decimal";
import { documentFileName, fileWord } from "~/lib/text/file.name";
import type { ISODate } from "~/lib/time/date";

/** Documents made here, each with its log. */
export const LOGGED = ["quote", "order", "delivery", "invoice"] as const;
export type Logged = (typeof LOGGED)[number];
export const LOGGED_LABEL: Record<Logged, string> = {
  quote: "見積",
  order: "外注依頼書",
  delivery: "納品書",
  invoice: "請求書",
};
export const ARCHIVED = [
  "quote",
  "answer",
  "order",
  "delivery",
  "invoice",
  "enclosure",
  "attachment",
  "bill",
  "entry",
  "selfbill",
] as const;
export type Archived = (typeof ARCHIVED)[number];
export const ARCHIVED_LABEL: Record<Archived, string> = {
  ...LOGGED_LABEL,
  quote: "見積依頼書",
  answer: "見積書",
  enclosure: "見積書の添付",
  attachment: "チャット添付",
  bill: "計上した請求書・経費",
  entry: "計上（ファイルなし）",
  selfbill: "支払通知書（仕入明細書）",
};
/** Kept as they came; everything else is drawn here. */
export const FILES: readonly Archived[] = ["enclosure", "attachment", "bill"];

/** Years of an ordinary company; what is written is forgotten as it goes, but for the list of it. */
export const ZIP_MAX = 10_000;
export const tooManyForZip = (found: string) =>
  `一度にZIPにできる書類は${formatNumber(ZIP_MAX)}件までです（${found}）。期間や条件を絞って、何回かに分けてください。`;

const EDITIONS: Partial<Record<Archived, (revision: number) => string>> = {
  order: (revision) => `改訂 v${revision}`,
  quote: (revision) => `第${revision}版（期限の変更）`,
  answer: (revision) => `第${revision}版`,
};
const corrected = (revision: number) => `第${revision}版（訂正版）`;

type Standing = {
  kind: Archived;
  cancelled_time: string | null;
  correction: "red" | "black" | null;
  revision: number;
};
/** 版: what a document became after its issue, or what it corrects. */
export function editionOf({ kind, cancelled_time, correction, revision }: Standing): string {
  const said = [
    revision > 1 && (EDITIONS[kind] ?? corrected)(revision),
    correction === "red" && "赤伝",
    correction === "black" && "黒伝",
    cancelled_time && (kind === "answer" || kind === "enclosure" ? "取下" : "取消"),
  ];
  return said.filter(Boolean).join("・");
}

type Named = Pick<Standing, "kind" | "revision"> & {
  day: ISODate;
  partner_name: string;
  amount: number | null;
  number: string;
};
const endOf = (name: string) => /\.\w{1,8}$/.exec(name)?.[0] ?? "";
/** A file keeps the ending of its own; everything else is a page. */
export const fileEnd = ({ kind, number }: Pick<Named, "kind" | "number">) =>
  FILES.includes(kind) ? endOf(number) : ".html";
function wordOf({ kind, number, revision }: Named): string {
  if (FILES.includes(kind)) return number.slice(0, number.length - endOf(number).length);
  // Both bear the number of the request.
  const word = kind === "quote" || kind === "answer" ? `${number}_${ARCHIVED_LABEL[kind]}` : number;
  return EDITIONS[kind] && revision > 1 ? `${word}_v${revision}` : word;
}

/** 20221031_(株)国税商事_110000 (R3-6); of two alike the later bears its number, too. */
export function fileNames(rows: Named[]): string[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const base = documentFileName(row.day, row.partner_name, row.amount);
    const more = `${base}_${fileWord(wordOf(row))}`;
    let name = taken.has(base.toLowerCase()) ? more : base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${more}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
