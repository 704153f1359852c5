import { z } from "zod";
import { version } from "~/lib/text/text.schema";
import { destinationFields } from "./destination.fields";

/** 納入先 as it is entered. */
export const destinationInput = z.object(destinationFields);
export const destinationChange = destinationInput.extend({
  version,
});

export const destinationRow = z.object({
  destination_id: z.number(),
  name: z.string(),
  postal_code: z.string().nullable(),
  address: z.string().nullable(),
  tel: z.string().nullable(),
  person: z.string().nullable(),
  hours: z.string().nullable(),
  note: z.string().nullable(),
  /** Entered by the reader's own company; others are only looked at. */
  is_own: z.boolean(),
  is_default: z.boolean(),
  version: z.number(),
});
export type DestinationRow = z.infer<typeof destinationRow>;

export const destinations = z.object({ items: z.array(destinationRow) });

/** A place as a document shows it: 田中産業機械 本社工場（大阪府東大阪市…）. */
export function placeText({ name, address }: Pick<DestinationRow, "name" | "address">): string {
  return address ? `${name}（${address}）` : name;
}
