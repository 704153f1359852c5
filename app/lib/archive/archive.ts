import { formatNumber } from "~/lib/money/decimal";
import { documentFileName, fileWord } from "~/lib/text/file.name";
import type { ISODate } from "~/lib/time/date";

export const ARCHIVED = ["order", "delivery", "invoice"] as const;
export type Archived = (typeof ARCHIVED)[number];
export const ARCHIVED_LABEL: Record<Archived, string> = {
  order: "外注依頼書",
  delivery: "納品書",
  invoice: "請求書",
};

/** Years of an ordinary company; what is written is forgotten as it goes, but for the list of it. */
export const ZIP_MAX = 10_000;
export const tooManyForZip = (found: string) =>
  `一度にZIPにできる書類は${formatNumber(ZIP_MAX)}件までです（${found}）。期間や条件を絞って、何回かに分けてください。`;

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

type Named = { day: ISODate; partner_name: string; amount: number | null; number: string };

/** 20221031_(株)国税商事_110000 (R3-6); of two alike the later bears its number, too. */
export function fileNames(rows: Named[]): string[] {
  const taken = new Set<string>();
  return rows.map(({ day, partner_name, amount, number }) => {
    const base = documentFileName(day, partner_name, amount);
    const more = `${base}_${fileWord(number)}`;
    let name = taken.has(base.toLowerCase()) ? more : base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${more}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
