import { z } from "zod";
import { role } from "~/lib/task/card.schema";

/** A column of the board (decision 7). */
export const process = z.object({ group_id: z.number(), label: z.string(), role });
export type Process = z.infer<typeof process>;
