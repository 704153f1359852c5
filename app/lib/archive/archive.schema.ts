import { z } from "zod";
import { activityRow } from "~/lib/log/activity.schema";
import { key } from "~/lib/text/text.schema";
import { LOGGED } from "./archive";

const KEYS_MAX = 200;
export const logQuery = z.object({
  kind: z.enum(LOGGED),
  keys: z.preprocess((value) => [value ?? []].flat(), z.array(key("書類")).max(KEYS_MAX)),
});
export const archiveLog = z.object({
  items: z.array(
    activityRow.extend({ subject: z.enum(LOGGED), subject_key: z.number(), number: z.string() }),
  ),
});
export type ArchiveLog = z.infer<typeof archiveLog>;

/** The last seal of the log: kept outside, it tells whether anything before it was changed. */
export const seal = z.object({ number: z.number(), sealed_time: z.string(), digest: z.string() });
