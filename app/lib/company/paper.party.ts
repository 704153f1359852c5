import type { Party } from "~/lib/vocabulary/factory.schema";
import type { Issuer } from "~/lib/vocabulary/paper";
import { pictureAt } from "./print";

/** As frozen on the paper (R5-1). */
export const issuer = (of: Party, person?: string | null): Issuer => ({
  name: of.name,
  registration_number: of.registration_number ?? undefined,
  postal_code: of.postal_code ?? undefined,
  address: of.address ? [of.address] : undefined,
  phone: of.tel ?? undefined,
  fax: of.fax ?? undefined,
  person: person ?? undefined,
  seal: of.seal ? pictureAt(of.seal) : undefined,
  logo: of.logo ? pictureAt(of.logo) : undefined,
});
