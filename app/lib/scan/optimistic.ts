import type { Act } from "~/lib/vocabulary/scan";
import { fromThousandths, thousandths } from "./ask";
import type { CardSummary } from "./scan";

type Process = { group_id: number; label: string; role: string; runs_unmanned: boolean };
type Given = {
  num_good?: unknown;
  num_defective?: unknown;
  num_partial?: unknown;
  shortage?: unknown;
  inside?: unknown;
  rest?: unknown;
};

const MAKES = ["work", "outsource", "inspect"];
const number = (value: unknown) => thousandths(String(value ?? "")) || 0;

function passed(card: CardSummary, processes: Process[], stays: boolean, inside: unknown): CardSummary {
  const at = processes.findIndex((one) => one.group_id === card.group_id);
  const to = processes[at + 1];
  const rest: CardSummary = {
    ...card,
    state: "none",
    worker_ids: [],
    workers: "",
    is_unmanned: false,
    half: stays ? card.half : null,
  };
  if (stays || at < 0 || !to || (to.role === "outsource" && !inside)) return rest;
  return {
    ...rest,
    group_id: to.group_id,
    status: to.label,
    runs_unmanned: to.runs_unmanned,
    next: processes[at + 2]?.label ?? null,
    num_left: card.num_rest,
  };
}

/** The quantities after 完了 (decision 008). */
function finished(card: CardSummary, processes: Process[], given: Given): CardSummary {
  const at = processes.findIndex((one) => one.group_id === card.group_id);
  const last = !processes.slice(at + 1).some((one) => MAKES.includes(one.role));
  const left = number(card.num_left);
  const [defective, partial] = [number(given.num_defective), number(given.num_partial)];
  const good =
    given.num_good === undefined ? Math.max(0, left - defective - partial) : number(given.num_good);
  const parted = given.shortage === "divide" ? Math.max(0, left - good - defective) : 0;
  const rest = Math.max(0, number(card.num_rest) - parted - defective - (last ? good : 0));
  return passed(
    {
      ...card,
      num_items: fromThousandths(number(card.num_items) - parted),
      num_rest: fromThousandths(rest),
      num_left: fromThousandths(Math.max(0, left - good - defective - (last ? 0 : partial))),
    },
    processes,
    partial > 0,
    given.inside,
  );
}

/** What the device assumes until the server has heard of the act. */
export function optimisticSummary(
  card: CardSummary,
  act: Act,
  worker: { worker_id: number; name: string } | null,
  processes: Process[],
  given: Given = {},
): CardSummary {
  if (act === "start") {
    if (card.is_unmanned && card.worker_ids.length === 0)
      return optimisticSummary({ ...card, is_unmanned: false, workers: "" }, act, worker, processes);
    return {
      ...card,
      state: "working",
      worker_ids: [...new Set([...card.worker_ids, ...(worker ? [worker.worker_id] : [])])],
      workers: [...new Set([card.workers, worker?.name].filter(Boolean))].join("、"),
    };
  }
  if (act === "unmanned") {
    return {
      ...card,
      state: "working",
      worker_ids: [],
      workers: `${worker?.name ?? card.workers.split("、")[0]}（無人）`,
      is_unmanned: true,
    };
  }
  if (act === "resume") return { ...card, state: "working" };
  if (act === "pause") return { ...card, state: "paused" };
  if (act !== "next") return finished(card, processes, given);
  const stays = given.rest === "divide" ? number(card.half?.rest) : 0;
  const less = (count: string) => fromThousandths(number(count) - stays);
  return passed(
    { ...card, num_items: less(card.num_items), num_rest: less(card.num_rest) },
    processes,
    false,
    given.inside,
  );
}
