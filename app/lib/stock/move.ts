import { formatDateTime } from "~/lib/time/date";

type Counted = { reversed_by: number | null; occurred_time: string; last_inventory_time: string | null };

/** Why a move can't be taken back; what a later count has found counts it in already. */
export function keptBecause({ reversed_by, occurred_time, last_inventory_time }: Counted): string | null {
  if (reversed_by !== null) return "すでに取り消されています。";
  if (last_inventory_time === null || last_inventory_time < occurred_time) return null;
  return `${formatDateTime(last_inventory_time)}の棚卸より前の動きなので、取り消せません。数を直すときは「調整」を登録してください。`;
}
