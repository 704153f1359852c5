import { z } from "zod";

const broken = z.object({ rule: z.string(), detail: z.string() });
export type Broken = z.infer<typeof broken>;

const promiseCheck = z.object({
  day: z.string(),
  began_time: z.string(),
  ended_time: z.string().nullable(),
  num_broken: z.int(),
  broken: z.array(broken),
});
export type PromiseCheck = z.infer<typeof promiseCheck>;
export const promiseChecks = z.object({ items: z.array(promiseCheck) });
