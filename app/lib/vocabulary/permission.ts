import { z } from "zod";

export const companyType = z.enum(["seller", "buyer"]);
export type CompanyType = z.infer<typeof companyType>;

/** product §6. */
export const permission = z.enum(["accounting", "inventory", "bi"]);
export type Permission = z.infer<typeof permission>;

export const seesAmounts = ({ permissions }: { permissions: readonly Permission[] }): boolean =>
  permissions.includes("accounting");
