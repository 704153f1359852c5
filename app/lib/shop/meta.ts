import type { Role } from "~/lib/vocabulary/card.schema";

type Template = { label: string; processes: [label: string, role: Role][] };

export const TEMPLATES: Record<"cutting" | "sheet" | "resin" | "assembly", Template> = {
  cutting: {
    label: "切削",
    processes: [
      ["新規依頼", "inbox"],
      ["材料待ち", "queue"],
      ["切断", "work"],
      ["旋盤", "work"],
      ["フライス", "work"],
      ["研磨", "work"],
      ["外注", "outsource"],
      ["検査", "inspect"],
      ["出荷待ち", "ready"],
    ],
  },
  sheet: {
    label: "板金",
    processes: [
      ["新規依頼", "inbox"],
      ["材料待ち", "queue"],
      ["レーザー", "work"],
      ["曲げ", "work"],
      ["溶接", "work"],
      ["塗装（外注）", "outsource"],
      ["検査", "inspect"],
      ["出荷待ち", "ready"],
    ],
  },
  resin: {
    label: "樹脂",
    processes: [
      ["新規依頼", "inbox"],
      ["材料・金型準備", "queue"],
      ["成形", "work"],
      ["仕上げ", "work"],
      ["外注", "outsource"],
      ["検査", "inspect"],
      ["出荷待ち", "ready"],
    ],
  },
  assembly: {
    label: "組立",
    processes: [
      ["新規依頼", "inbox"],
      ["部品待ち", "queue"],
      ["準備", "work"],
      ["組立", "work"],
      ["配線", "work"],
      ["調整", "work"],
      ["検査", "inspect"],
      ["梱包", "work"],
      ["出荷待ち", "ready"],
    ],
  },
};

type Named = { group_id?: number; label: string; role: Role };

export function processProblems(processes: Named[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  processes.forEach(({ label }, index) => {
    if (processes.findIndex((one) => one.label === label) !== index)
      errors[`processes[${index}].label`] = [`「${label}」が2つあります。別の名前にしてください`];
  });
  const inboxes = processes.filter((one) => one.role === "inbox").length;
  if (inboxes !== 1)
    errors.processes = [`役割が「新規依頼」の工程は1つにしてください（今は${inboxes}つです）`];
  else if (processes[0]!.role !== "inbox") errors.processes = ["「新規依頼」の工程を先頭にしてください"];
  else if (processes.length < 2) errors.processes = ["「新規依頼」のほかに、工程を1つ以上登録してください"];
  const ids = processes.flatMap((one) => one.group_id ?? []);
  if (new Set(ids).size !== ids.length)
    errors.processes = ["同じ工程が2つあります。画面を読み込み直してください"];
  return errors;
}

/** "「曲げ」にカードが12枚あります。…": why a process can't be removed. */
export const standing = (label: string, num: number): string =>
  `「${label}」にカードが${num}枚あります。カードを移動してから削除してください。`;

/** Numbers of removed processes are not given again. */
export function freeGroup(taken: Set<number>): number | null {
  const next = Math.max(0, ...taken) + 1;
  if (next <= 98) return next;
  return Array.from({ length: 98 }, (_, index) => index + 1).find((one) => !taken.has(one)) ?? null;
}
