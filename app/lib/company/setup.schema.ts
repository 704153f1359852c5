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
      is_waived: z.boolean().nullable(),
    }),
  ),
  is_hidden: z.boolean(),
});
/** What is not said stays as it is. */
export const setupInput = z.object({
  is_hidden: checkbox().optional(),
  is_tax_exempt: checkbox().optional(),
});
