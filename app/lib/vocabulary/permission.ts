import { z } from "zod";

export const companyType = z.enum(["seller", "buyer"]);
export type CompanyType = z.infer<typeof companyType>;

/** product §6. */
export const permission = z.enum(["accounting", "inventory", "bi"]);
export type Permission = z.infer<typeof permission>;

type Rights = { permissions: readonly Permission[] };
type Reader = Rights & { company_type: CompanyType | null; company_id: string | null };

export const seesAmounts = ({ permissions }: Rights): boolean => permissions.includes("accounting");

/** Also whoever may order, for the orders of the own company (decision 006). */
export const seesOrderAmounts = (who: Reader, { buyer_id }: { buyer_id: string }): boolean =>
  seesAmounts(who) || (who.company_type === "buyer" && who.company_id === buyer_id);
