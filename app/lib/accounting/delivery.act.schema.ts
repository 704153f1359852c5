import { z } from "zod";
import { checkbox, key, optionalKey, optionalVersion } from "~/lib/text/text.schema";
import { cancelling } from "./document.schema";
import { documentKeys } from "./sending.schema";

const lineNos = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(key("明細")).max(1000).default([]),
);
/** `line_nos`: none are all of them. `back`: to the month they are of. */
export const deliveryPostpone = z.object({ version: optionalVersion, line_nos: lineNos, back: checkbox() });
export type DeliveryPostpone = z.output<typeof deliveryPostpone>;
export const deliveryReopen = z.object({ version: optionalVersion, line_no: key("明細") });
export type DeliveryReopen = z.output<typeof deliveryReopen>;
/** On the page of a 納品書; `ids`: the ticked lines. */
export const deliveryAct = z.object({
  act: z.enum(["postpone", "back", "reopen"]),
  ids: lineNos,
  line_no: optionalKey("明細"),
  version: optionalVersion,
});
export const documentsChosen = z.object({ keys: documentKeys });
export const documentsCancelling = documentsChosen.extend({ reason: cancelling.shape.reason });
