import type { ISODate } from "~/lib/time/date";

export const ARCHIVED = ["order", "delivery", "invoice"] as const;
export type Archived = (typeof ARCHIVED)[number];
export const ARCHIVED_LABEL: Record<Archived, string> = {
  order: "外注依頼書",
  delivery: "納品書",
  invoice: "請求書",
};

/** One ZIP is made at once, and opened by a person. */
export const ZIP_MAX = 500;
export const tooManyForZip = (found: string) =>
  `一度にZIPにできる書類は${ZIP_MAX}件までです（${found}）。期間や条件を絞って、何回かに分けてください。`;

type Standing = {
  cancelled_time: string | null;
  correction: "red" | "black" | null;
  revision: number;
};
/** 版: what a document became after its issue, or what it corrects. */
export function editionOf({ cancelled_time, correction, revision }: Standing): string {
  const said = [
    revision > 1 && `第${revision}版（訂正版）`,
    correction === "red" && "赤伝",
    correction === "black" && "黒伝",
    cancelled_time && "取消",
  ];
  return said.filter(Boolean).join("・");
}

const FORBIDDEN: Record<string, string> = {
  '"': "”",
  "*": "＊",
  "/": "／",
  ":": "：",
  "<": "＜",
  ">": "＞",
  "?": "？",
  "\\": "＼",
  "|": "｜",
};
const NAME_MAX = 60;

/** No file system's own signs, no end that Windows drops. */
export const fileWord = (text: string): string =>
  Array.from(
    text
      .replace(/["*/:<>?\\|]/g, (char) => FORBIDDEN[char]!)
      .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\ufeff]/g, ""),
  )
    .slice(0, NAME_MAX)
    .join("")
    .replace(/^[\s.]+|[\s.]+$/g, "");

type Named = { day: ISODate; partner_name: string; amount: number | null; number: string };

/** 20221031_(株)国税商事_110000 (R3-6); of two alike the later bears its number, too. */
export function fileNames(rows: Named[]): string[] {
  const taken = new Set<string>();
  return rows.map(({ day, partner_name, amount, number }) => {
    const base = [day.replaceAll("-", ""), fileWord(partner_name) || "取引先", amount ?? "金額なし"].join(
      "_",
    );
    const more = `${base}_${fileWord(number)}`;
    let name = taken.has(base.toLowerCase()) ? more : base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${more}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
