import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { movement, proposal, reasoned, shipment, versioned } from "./card.command.schema";

/** What the answer page posts: its three forms are told apart by `act`. */
export const ANSWERS = {
  accept: versioned.extend({ act: z.literal("accept") }),
  propose: proposal.extend({ act: z.literal("propose") }),
  decline: reasoned.extend({ act: z.literal("decline") }),
};
export const AGREEMENTS = {
  agree: versioned.extend({ act: z.literal("agree") }),
  refuse: reasoned.extend({ act: z.literal("refuse") }),
};
export const moving = movement.extend({ undone: z.literal("1").optional() });
export const shipping = shipment.extend({ num_good: quantity("出荷する良品数") });
