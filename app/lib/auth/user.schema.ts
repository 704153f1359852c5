import { z } from "zod";
import { acting } from "./acting.schema";

export const permission = z.enum(["accounting", "inventory", "bi"]);

/** GET /users/self: the person who is signed in, and the company. */
export const self = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  isInternal: z.boolean(),
  internalWrite: z.boolean(),
  permissions: z.array(permission),
  company_id: z.string().nullable(),
  company_name: z.string(),
  company_type: z.enum(["seller", "buyer"]).nullable(),
  version: z.number(),
  /** Staff of the provider standing in for the company; null for everybody else. */
  acting: acting.nullable(),
});
export type Self = z.infer<typeof self>;
