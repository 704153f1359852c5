import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { type Role, UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { isOnward } from "./card";
import { isLastStep, leftHere } from "./work";

type Process = { group_id: number; label: string; role: Role };
type Lot = {
  group_id: number;
  num_items: string;
  num_good: string;
  num_defective: string;
  num_partial: string;
};

export const RESTS = ["divide", "all"] as const;
export type RestChoice = (typeof RESTS)[number];
const REST_UNDIVIDED = "この工程でできた良品がないため、分割できません。全部進めるか、このまま置いてください";

/** `half`: begun, of what is not done. */
export type Rest = { done: string; rest: string; half: string; divisible: boolean };

/** Null for a lot that nobody has counted, or that is whole. */
export function halfDone(lot: Lot, processes: Process[]): Rest | null {
  const last = isLastStep(processes, lot.group_id);
  const rest = leftHere(lot, last);
  const begun = [lot.num_partial, last ? lot.num_good : "0"].some((count) => compareDecimal(count, "0") > 0);
  if (!begun || rest === "0") return null;
  const [half, good] = last
    ? [lot.num_partial, lot.num_good]
    : ["0", decimal(milli(lot.num_good) + milli(lot.num_partial))];
  return {
    done: decimal(milli(lot.num_items) - milli(rest)),
    rest,
    half,
    divisible: compareDecimal(good, "0") > 0,
  };
}

/** Going back it takes everything along. */
export const restBehind = (lot: Lot, processes: Process[], group_id: number): Rest | null =>
  isOnward(processes, lot.group_id, group_id) ? halfDone(lot, processes) : null;

export function restUnsaid(
  lot: Lot & { status: string; order_unit: Unit },
  behind: Rest | null,
  said: RestChoice | undefined,
): string | null {
  if (!behind || said === "all") return null;
  if (said === "divide") return behind.divisible ? null : REST_UNDIVIDED;
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[lot.order_unit]}`;
  return `「${lot.status}」に残り${count(behind.rest)}があります（${count(behind.done)}まで済み）。残りをどうするかを選んでください`;
}

export const leftText = ({
  id,
  num_items,
  order_unit,
  status,
}: {
  id: string;
  num_items: string;
  order_unit: Unit;
  status: string;
}) => `残り${formatNumber(num_items)}${UNIT_LABEL[order_unit]}は「${status}」に ${id} として残しました。`;

export function restOptions(
  { rest, divisible }: Pick<Rest, "rest" | "divisible">,
  { status, order_unit }: { status: string; order_unit: Unit },
) {
  const count = `残り${formatNumber(rest)}${UNIT_LABEL[order_unit]}`;
  return [
    ...(divisible ? [{ value: "divide" as const, label: `${count}は「${status}」に残す（分割）` }] : []),
    { value: "all" as const, label: `${count}もいっしょに全部進める` },
  ];
}
