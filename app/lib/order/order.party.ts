import { issuer as plainIssuer } from "~/lib/company/paper.party";
import { addressee } from "~/lib/text/addressee";
import type { Party } from "~/lib/vocabulary/factory.schema";

/** Who orders is asked for no 登録番号. */
export const issuer = (of: Party, person?: string | null) =>
  plainIssuer({ ...of, registration_number: null }, person);
export const receiver = (of: Party) => ({
  name: addressee({ company: of.name }),
  postal_code: of.postal_code ?? undefined,
  address: of.address ? [of.address] : undefined,
});
