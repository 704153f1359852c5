import type { Tx } from "~/lib/db/connection.server";
import { reason } from "~/lib/tables/worker.table.server";
import type { ReasonKind, Treatment } from "~/lib/vocabulary/reason";

/** Gives a factory its first lists; for one that has none yet. */
export async function openReasons(db: Tx, company_id: string): Promise<void> {
  const lists = Object.entries(FIRST).flatMap(([kind, labels]) =>
    labels.map((label, sort) => ({
      company_id,
      kind: kind as ReasonKind,
      label,
      is_break: label === BREAK,
      sort,
    })),
  );
  await db.insert(reason).values([
    ...lists,
    ...TREATED.map(([means, label], sort) => ({
      company_id,
      kind: "treatment" as const,
      label,
      means,
      sort,
    })),
  ]);
}
const BREAK = "休憩";
/** What a factory begins with; every word of it can be changed in メタ情報. */
const FIRST: Record<Exclude<ReasonKind, "treatment">, string[]> = {
  defect: ["寸法不良", "キズ", "材料不良", "加工ミス"],
  pause: ["昼休み", "材料待ち", "設備の不調", "段取り替え", "ほかの作業"],
  indirect: ["清掃", "段取り", "朝礼・会議", "運搬", "教育", "待ち", BREAK],
  cancel: ["依頼元の取りやめ", "図面の変更", "登録の誤り"],
};
const TREATED: [Treatment, string][] = [
  ["rework", "手直し"],
  ["remake", "再製作"],
  ["scrap", "廃棄"],
  ["concession", "特採"],
];
