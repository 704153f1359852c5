import type { SubmissionResult } from "@conform-to/dom";
import type { Amendment } from "~/lib/order/amend.schema";

type Batch = { card_key?: string; drawing?: string };
export type Begun = {
  made?: string;
  wip?: string;
  returned?: string;
  drawing?: string;
  cost_tax_rate?: string;
  reprice?: string;
  batches?: Batch[];
};

/** What the other side said of the pieces on their way, for who changes it. */
export function countered(of: Amendment): Begun {
  const open = of.items.filter((item) => item.state === "open");
  return {
    made: of.made ?? "",
    wip: of.wip ?? "",
    returned: of.returned ?? "",
    drawing: of.drawing ?? "",
    cost_tax_rate: of.cost_tax_rate === null ? "" : String(of.cost_tax_rate),
    reprice: open.some(({ list_price }) => list_price !== null) ? "on" : "",
    batches: open.flatMap(({ batches }) =>
      batches.map(({ card_key, drawing }) => ({ card_key: String(card_key), drawing })),
    ),
  };
}

/** By card: which of them are begun may be others than when it was typed. */
export const alignedBatches = (started: { card_key: number }[], typed: Batch[] = []): Batch[] =>
  started.map(({ card_key }) => ({
    card_key: String(card_key),
    drawing: typed.find((one) => String(one?.card_key) === String(card_key))?.drawing ?? "",
  }));

export const withBatches = (
  reply: SubmissionResult<string[]>,
  started: { card_key: number }[],
): SubmissionResult<string[]> =>
  reply.initialValue
    ? {
        ...reply,
        initialValue: {
          ...reply.initialValue,
          batches: alignedBatches(started, (reply.initialValue as Begun).batches),
        },
      }
    : reply;
