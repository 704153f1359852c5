import { z } from "zod";
import { movement, proposal, reasoned, versioned } from "./card.command.schema";

/** The page that a one-tap form stands on, to come back to. */
const return_to = z.string().max(2000).optional();

/** What the answer page posts: its three forms are told apart by `act`. */
export const ANSWERS = {
  accept: versioned.extend({ act: z.literal("accept"), return_to }),
  propose: proposal.extend({ act: z.literal("propose") }),
  decline: reasoned.extend({ act: z.literal("decline") }),
};
export const AGREEMENTS = {
  agree: versioned.extend({ act: z.literal("agree") }),
  refuse: reasoned.extend({ act: z.literal("refuse") }),
};
export const moving = movement.extend({ return_to, undone: z.literal("1").optional() });
