import type { AddressLabel } from "~/components/paper/AddressLabels";
import type { DestinationRow } from "./destination.schema";
import type { PartnerRow } from "./partner.schema";

const HONORIFIC = { onchu: "御中", sama: "様", none: "" } as const;
const bare = (name: string) => name.replace(/[\s\u3000]*(様|御中)$/, "").trim();

/** 宛名 of a company: 御中 on its name, or 様 on the person, never both (R5-1). */
export function companyLabel({ id, name, postal_code, address, person, honorific }: Pick<PartnerRow, "id" | "name" | "postal_code" | "address" | "person" | "honorific">,
  with_person: boolean): AddressLabel {
  const to = with_person && person ? `${bare(person)} 様` : null;
  const suffix = to ? "" : HONORIFIC[honorific];
  return { key: id, postal_code, address, name: suffix ? `${bare(name)} ${suffix}` : bare(name), person: to };
}

/** 宛名 of a company's place: the place's name stands below the company's. */
export function placeLabel(partner: Pick<PartnerRow, "id" | "name" | "honorific">, place: DestinationRow, with_person: boolean): AddressLabel {
  const whole = { ...partner, name: `${partner.name} ${place.name}`, postal_code: place.postal_code, address: place.address, person: place.person };
  return { ...companyLabel(whole, with_person), key: `${partner.id}.${place.destination_id}` };
}
