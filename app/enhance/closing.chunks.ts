import type { ClosingResult } from "~/lib/accounting/closing.schema";
import type { Job } from "./chunks";

const UNTRIED = "通信できなかったため、発行していません。";

/** Whose answer is lost stays without a reason: the page reads what became of it. */
export const closingJob: Job<ClosingResult> = {
  url: "/accounting/invoice/close/chunk",
  name: "buyer_ids",
  size: 50,
  starts: (go) => go === "close",
  done: "を締めました",
  check: (typed) => [...typed, ["step", "check"]],
  fields: (typed, part) => [
    ...typed.filter(([name, value]) => name !== "seen" || part.includes(value.split(":")[0]!)),
    ["step", "part"],
  ],
  results: (said, part) =>
    said.refusals
      ? part.map((buyer_id) => ({ buyer_id, detail: null, ...said.refusals.find(isOf(buyer_id)) }))
      : null,
  failed: (buyer_id, why) => ({
    buyer_id,
    detail: why === "unsure" ? null : why === "untried" ? UNTRIED : why.said,
  }),
};
const isOf = (buyer_id: string) => (one: ClosingResult) => one.buyer_id === buyer_id;
