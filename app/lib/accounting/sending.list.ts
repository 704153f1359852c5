import type { Column, FilterField } from "~/lib/list/list.schema";
import { SENDING_LABEL, SENDING_STATES, sendingState } from "~/lib/vocabulary/sending";

export const SENDING_FIELD: FilterField = {
  name: "sending",
  label: "送付",
  kind: "select",
  options: SENDING_STATES.map((value) => ({ value, label: SENDING_LABEL[value] })),
  more: true,
};

export const SENDING_COLUMN: Column<{ is_sent: boolean; viewed_time: string | null }> = {
  name: "viewed_time",
  label: "送付",
  kind: "text",
  text: (row) => SENDING_LABEL[sendingState(row)],
};
