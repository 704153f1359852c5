import type { CompanyType } from "~/lib/vocabulary/permission";

export type Claims = {
  sub: string;
  "cognito:username": string;
  "cognito:groups"?: string[];
  email?: string;
  zoneinfo?: string;
  auth_time?: number;
  iat: number;
  exp: number;
  jti?: string;
  origin_jti?: string;
};

export type Identity = {
  username: string;
  email: string;
  factoryId: string | null;
  companyType: CompanyType | null;
  isInternal: boolean;
  internalWrite: boolean;
};

/** The default group (product §6), and how it is called in a room's name: the company and the provider. */
export const DEFAULT_GROUP = "common";
export const SUPPORT_GROUP = `internal-${DEFAULT_GROUP}`;

export const RESERVED_IDS = [DEFAULT_GROUP, "internal", "internal_writer", "internal-writer", SUPPORT_GROUP];

/** Product §3 and §6: the first group that is not reserved is the company, the zone-info claim its type. */
export function identityOf(claims: Claims): Identity {
  const groups = claims["cognito:groups"] ?? [];
  const internalWrite = groups.includes("internal_writer");
  return {
    username: claims["cognito:username"],
    email: claims.email ?? "",
    factoryId: groups.find((group) => !RESERVED_IDS.includes(group)) ?? null,
    companyType: claims.zoneinfo === "seller" || claims.zoneinfo === "buyer" ? claims.zoneinfo : null,
    isInternal: internalWrite || groups.includes("internal"),
    internalWrite,
  };
}
