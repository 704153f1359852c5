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
export type Source = { ip: string; user_agent: string };
