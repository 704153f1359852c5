import { withHonorific } from "~/lib/text/addressee";
import type { AddressLabel } from "~/lib/vocabulary/paper";
import type { DestinationRow } from "./destination.schema";
import type { PartnerRow } from "./partner.schema";

type Addressed = Pick<PartnerRow, "id" | "name" | "postal_code" | "address" | "person" | "honorific">;

/** 宛名 of a company: 御中 on its name, or 様 on the person, never both (R5-1). */
export function companyLabel(
  { id, name, postal_code, address, person, honorific }: Addressed,
  with_person: boolean,
): AddressLabel {
  const to = with_person && person ? withHonorific(person, "sama") : null;
  return { key: id, postal_code, address, name: withHonorific(name, to ? "none" : honorific), person: to };
}

export function placeLabel(
  partner: Pick<PartnerRow, "id" | "name" | "honorific">,
  place: DestinationRow,
  with_person: boolean,
): AddressLabel {
  const whole = {
    ...partner,
    name: `${partner.name} ${place.name}`,
    postal_code: place.postal_code,
    address: place.address,
    person: place.person,
  };
  return { ...companyLabel(whole, with_person), key: `${partner.id}.${place.destination_id}` };
}
