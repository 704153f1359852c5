import { pictureAt } from "~/lib/company/print";
import { addressee } from "~/lib/text/addressee";
import type { Party } from "~/lib/vocabulary/factory.schema";

export const issuer = (of: Party, person?: string | null) => ({
  name: of.name,
  postal_code: of.postal_code ?? undefined,
  address: of.address ? [of.address] : undefined,
  phone: of.tel ?? undefined,
  fax: of.fax ?? undefined,
  person: person ?? undefined,
  seal: of.seal ? pictureAt(of.seal) : undefined,
  logo: of.logo ? pictureAt(of.logo) : undefined,
});
export const receiver = (of: Party) => ({
  name: addressee({ company: of.name }),
  postal_code: of.postal_code ?? undefined,
  address: of.address ? [of.address] : undefined,
});
