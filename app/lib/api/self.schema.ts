import { z } from "zod";
import { companyType, permission } from "~/lib/vocabulary/permission";

export const mode = z.enum(["read", "write"]);

/** How staff of the provider stand in for a company just now. `until`: UTC instant. */
export const acting = z.object({ key: z.number(), mode, until: z.string(), is_extended: z.boolean() });
export type Acting = z.infer<typeof acting>;

export const self = z.object({
  username: z.string(),
  /** Stands in addresses and in the log of the server. */
  id: z.number().optional(),
  name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  isInternal: z.boolean(),
  internalWrite: z.boolean(),
  permissions: z.array(permission),
  company_id: z.string().nullable(),
  company_name: z.string(),
  company_type: companyType.nullable(),
  version: z.number(),
  /** Staff of the provider standing in for the company; null for everybody else. */
  acting: acting.nullable(),
});
export type Self = z.infer<typeof self>;
