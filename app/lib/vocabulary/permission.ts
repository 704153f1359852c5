export type CompanyType = "seller" | "buyer";
/** The tabs that need a right of their own (product §6). */

export type Permission = "accounting" | "inventory" | "bi";
