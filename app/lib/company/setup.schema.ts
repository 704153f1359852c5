import { z } from "zod";
import { checkbox } from "~/lib/text/text.schema";

export const setup = z.object({
  steps: z.array(
    z.object({
      label: z.string(),
      why: z.string(),
      href: z.string(),
      is_done: z.boolean(),
      is_later: z.boolean(),
    }),
  ),
  is_hidden: z.boolean(),
});
export const setupInput = z.object({ is_hidden: checkbox() });
