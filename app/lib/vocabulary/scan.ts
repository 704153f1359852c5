export const CODE_KINDS = ["process", "worker", "card", "operation", "product", "stock"] as const;
export type CodeKind = (typeof CODE_KINDS)[number];
export const ACTS = ["start", "unmanned", "resume", "finish", "pause", "next", "undo"] as const;
export type Act = (typeof ACTS)[number];
/** 間接作業: at no card. */
export const INDIRECT_ACTS = ["indirect_start", "indirect_stop"] as const;
export type IndirectAct = (typeof INDIRECT_ACTS)[number];
export const isIndirectAct = (act: unknown): act is IndirectAct => INDIRECT_ACTS.some((one) => one === act);
export const INDIRECT_LABEL: Record<IndirectAct, string> = {
  indirect_start: "間接作業の開始",
  indirect_stop: "間接作業の終了",
};
export const ACT_LABEL: Record<Act, string> = {
  start: "着手",
  unmanned: "無人運転",
  resume: "再開",
  finish: "完了",
  pause: "中断",
  next: "次の工程へ",
  undo: "取消",
};
export const OPERATIONS: { key: number; act: Act; note: string }[] = [
  { key: 1, act: "start", note: "カードの作業を始めます。中断したカードは再開します。" },
  { key: 2, act: "finish", note: "カードの作業を終え、数量を登録します。" },
  { key: 3, act: "pause", note: "カードの作業を止めます。理由を選びます。" },
];
/** Minutes; 0 is a shared tablet, where the worker is chosen for each scan. */
export const STAYS = [0, 15, 30, 60, 480] as const;
export const KIND_LABEL: Record<CodeKind, string> = {
  process: "工程",
  worker: "作業者",
  card: "カード（現品票）",
  operation: "操作",
  product: "商品",
  stock: "棚札",
};
