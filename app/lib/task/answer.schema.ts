import { z } from "zod";
import { lines, optionalLines, version } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { versioned } from "./card.command.schema";
import { cards } from "./move.schema";

export const acceptance = z.object({ cards });
export const proposal = z.object({
  version,
  proposed_delivery_date: date("提案する納期", "coming"),
  reason: optionalLines("理由", 400),
});

export const reasoned = z.object({ version, reason: lines("理由", 400) });
export const ANSWERS = {
  accept: versioned.extend({ act: z.literal("accept") }),
  propose: proposal.extend({ act: z.literal("propose") }),
  decline: reasoned.extend({ act: z.literal("decline") }),
};

export const AGREEMENTS = {
  agree: versioned.extend({ act: z.literal("agree") }),
  refuse: reasoned.extend({ act: z.literal("refuse") }),
};
