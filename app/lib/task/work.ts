import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import type { Pause } from "~/lib/time/minutes";
import { NON_KANBAN_GROUP, type Role, type TaskType } from "~/lib/vocabulary/card.schema";
import type { CardState } from "./card";

type Process = { group_id: number; role: Role };
type Counts = { num_items: string; num_good: string; num_defective: string; num_partial: string };

export function cannotWork(card: CardState, act: string): string | null {
  if (card.shipped_time) return `出荷済みのカードは${act}できません。先に出荷を取り消してください。`;
  if (card.cancelled_time || card.group_id === NON_KANBAN_GROUP)
    return `取り消されたカードは${act}できません。`;
  return card.answer === "waiting" || card.answer === "proposed"
    ? `新規依頼のカードは、承諾してから${act}してください。`
    : null;
}

/** Those end by 中止, 断る or 合流. */
export function cannotCancel(
  card: CardState & Counts & { order_key: number | null; task_type: TaskType | null },
  worked: boolean,
): string | null {
  const off = cannotWork(card, "取消");
  if (off) return off;
  if (card.order_key !== null && card.task_type === null)
    return "依頼元からの依頼です。作らないときは「中止」を選び、理由を伝えてください。";
  if (card.task_type === "division")
    return "分割した枝は取り消せません。「合流」か「中止」を選んでください。";
  const begun =
    worked || [card.num_good, card.num_defective, card.num_partial].some((number) => milli(number) > 0n);
  return begun ? "着手したカードは取り消せません。「中止」を選んでください。" : null;
}

const MAKES: Role[] = ["work", "outsource", "inspect"];

/** Before it, what is finished stays here as num_partial, not yet passed on (D8). */
export function isLastStep(processes: Process[], group_id: number): boolean {
  const at = processes.findIndex((factoryProcess) => factoryProcess.group_id === group_id);
  return !processes.slice(at + 1).some((factoryProcess) => MAKES.includes(factoryProcess.role));
}

export function leftHere(card: Counts, last: boolean): string {
  const left =
    milli(card.num_items) -
    milli(card.num_good) -
    milli(card.num_defective) -
    (last ? 0n : milli(card.num_partial));
  return decimal(left > 0n ? left : 0n);
}

export function countedBefore(card: Counts, last: boolean): string {
  return decimal(milli(card.num_good) + milli(card.num_defective) + (last ? 0n : milli(card.num_partial)));
}

type WorkCounts = { num_good?: string; num_defective?: string; num_partial?: string };
export type Counted = Omit<Counts, "num_items"> & {
  good: string;
  defective: string;
  partial: string;
  /** Missing, or beyond the plan. */
  rest: string;
  over: string;
  /** Nothing was said to be half done. */
  is_whole: boolean;
};

export function counted(card: Counts, given: WorkCounts, last: boolean): Counted {
  const [items, good, bad, half] = [
    milli(card.num_items),
    milli(card.num_good),
    milli(card.num_defective),
    milli(card.num_partial),
  ];
  const [defective, partial] = [milli(given.num_defective ?? "0"), milli(given.num_partial ?? "0")];
  const offered = milli(leftHere(card, last)) - defective - partial;
  const done = given.num_good === undefined ? (offered > 0n ? offered : 0n) : milli(given.num_good);
  const after = last ? { good: good + done, half: partial } : { good, half: half + done + partial };
  const rest = items - after.good - after.half - bad - defective;
  return {
    num_good: decimal(after.good),
    num_defective: decimal(bad + defective),
    num_partial: decimal(after.half),
    good: decimal(done),
    defective: decimal(defective),
    partial: decimal(partial),
    rest: decimal(rest > 0n ? rest : 0n),
    over: decimal(rest < 0n ? -rest : 0n),
    is_whole: partial === 0n,
  };
}

/** In the last step good ones become fewer first, before it those done there. */
export function foundAmong<C extends Counts>(card: C, num: string, last: boolean): C {
  const [good, half, found] = [milli(card.num_good), milli(card.num_partial), milli(num)];
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const first = least(found, last ? good : half);
  const then = least(found - first, last ? half : good);
  const [from_good, from_half] = last ? [first, then] : [then, first];
  return { ...card, num_good: decimal(good - from_good), num_partial: decimal(half - from_half) };
}

export function shortageText(num_items: string, rest: string): string {
  const total = decimal(milli(num_items) - milli(rest));
  return `合計 ${formatNumber(total)} / ${formatNumber(num_items)}、残り ${formatNumber(rest)} です。`;
}

export const CHOOSE_SHORTAGE =
  "「残りを分割して置く」「不足のまま完了する」のどちらかを選ぶか、戻って数量を直してください";

const span = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from));

export function pausedMinutes(pauses: Pause[], now: string): number {
  return Math.floor(
    pauses.reduce((sum, one) => sum + span(one.pause_start, one.pause_end ?? now), 0) / 60_000,
  );
}

/** Whole minutes without pauses (R9-7); null where nobody measured. */
export function workedMinutes(
  work: { work_start: string | null; work_end: string | null },
  pauses: Pause[],
  now: string,
): number | null {
  if (!work.work_start) return null;
  const paused = pauses.reduce((sum, one) => sum + span(one.pause_start, one.pause_end ?? now), 0);
  return Math.max(0, Math.floor((span(work.work_start, work.work_end ?? now) - paused) / 60_000));
}

/** Whether machines of a process run by themselves, as メタ情報 says: there 無人運転 is offered. */
export const runsUnmanned = (
  processes: { group_id: number; runs_unmanned: boolean }[],
  group_id: number,
): boolean => processes.some((one) => one.group_id === group_id && one.runs_unmanned);

export const RUNS_UNMANNED = "このカードは、すでに無人運転中です。";
export const notUnmanned = (status: string) =>
  `工程「${status}」は、無人運転をしない工程です。する工程かどうかは、メタ情報の工程で決めます。`;

/** Who is at it, as it is shown: of a machine that runs by itself, who set it going. */
export const attending = ({ name, is_unmanned }: { name: string | null; is_unmanned: boolean }): string[] =>
  is_unmanned ? [`${name ?? ""}（無人）`] : name === null ? [] : [name];

type Done = { minutes: number | null; num_defective: string; is_void: boolean; is_unmanned: boolean };

/** Good ones are the same pieces again in each process; 機械時間 is nobody's 実働. */
export function workTotals(works: Done[]) {
  const counting = works.filter((one) => !one.is_void);
  const minutes = (of: Done[]) => of.reduce((total, one) => total + (one.minutes ?? 0), 0);
  return {
    minutes: minutes(counting.filter((one) => !one.is_unmanned)),
    machine_minutes: minutes(counting.filter((one) => one.is_unmanned)),
    num_defective: decimal(counting.reduce((total, one) => total + milli(one.num_defective), 0n)),
  };
}

/** In thousandths; whole pieces where `whole`; the first takes what is over. */
export function parted(total: bigint, shares: bigint[], whole: boolean): bigint[] {
  const all = shares.reduce((sum, share) => sum + share, 0n);
  const step = whole && total % 1000n === 0n ? 1000n : 1n;
  const rest = shares.slice(1).map((share) => ((total * share) / all / step) * step);
  return [total - rest.reduce((sum, one) => sum + one, 0n), ...rest];
}
