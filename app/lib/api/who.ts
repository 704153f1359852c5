import type { Trace } from "~/lib/telemetry/trace";
import type { Self } from "./self.schema";

/** Staff of the provider have the empty company. */
export type Who = Omit<Self, "company_id"> & {
  company_id: string;
  /** Where the change came from: PC, スマホ, QR, CSV, API. */
  origin: string;
  /** The instant of the request, ISO 8601 UTC; commands take no other clock. */
  now: string;
  /** The browser or program that asked, where the front door knows it. */
  from?: Source;
};

/**
 * 担当 of a document: whoever issues it, but never staff of the provider, who are nobody's 担当 at the customer.
 */
export function issuingPerson(who: Pick<Who, "name" | "acting">): string | null {
  return who.acting ? null : who.name;
}
/** Who writes what nobody did. */
export const AUTOMATIC = "自動";
export const automatic = (
  company_id: string,
  now: string,
  may: Pick<Who, "company_type" | "permissions">,
): Who => ({
  username: AUTOMATIC,
  name: AUTOMATIC,
  email: "",
  isInternal: false,
  internalWrite: false,
  version: 1,
  acting: null,
  company_id,
  company_name: AUTOMATIC,
  is_admin: false,
  origin: AUTOMATIC,
  now,
  ...may,
});

export type Source = { ip: string; user_agent: string; trace?: Trace };
