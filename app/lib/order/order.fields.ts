import { CARD_LABEL, cardFields, NOTE_MAX, openPriceFields } from "~/lib/fields/card.fields";
import { choice, key, labelsOf, text } from "~/lib/text/text.schema";
import { SUPPLIES } from "~/lib/vocabulary/supply";

export const lineFields = {
  ...cardFields,
  ...openPriceFields,
  destination_id: key(CARD_LABEL.destination),
  supply: choice("支給", SUPPLIES),
  supplied_material: text("支給材", 200),
  // A cell of the sheet holds no line break.
  note: text(CARD_LABEL.note, NOTE_MAX),
};
export const LINE_LABEL = labelsOf(lineFields);
