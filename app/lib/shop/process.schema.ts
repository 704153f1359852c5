import { z } from "zod";
import { role } from "~/lib/vocabulary/card.schema";
import { colour } from "~/lib/vocabulary/colour";

/** A column of the board (D7). */
export const factoryProcess = z.object({
  group_id: z.number(),
  label: z.string(),
  role,
  sort: z.number(),
  colour: colour.nullable(),
  /** Not shown as a column; cards may still stand there. */
  is_hidden: z.boolean(),
  standard_days: z.number().nullable(),
  default_collab_id: z.string().nullable(),
  /** 無人運転 is offered at 着手. */
  runs_unmanned: z.boolean(),
});
export type Process = z.infer<typeof factoryProcess>;
