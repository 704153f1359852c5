import type { PayoutPlan } from "~/lib/payable/payout.schema";
import type { Replied } from "../shared/typed.form";

/** What was typed so far, as text. */
export type Typed = {
  debts?: { debt?: string; on?: string; amount?: string }[];
  [name: string]: unknown;
};
export type Answer = Replied<Typed> & { step?: "entry" | "check"; plan?: PayoutPlan };
