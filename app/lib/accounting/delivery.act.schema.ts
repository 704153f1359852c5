import { z } from "zod";
import { checkbox, key, optionalKey, optionalVersion } from "~/lib/text/text.schema";
import { cancelling } from "./document.schema";
import { documentKeys } from "./sending.schema";

const listed = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(one).max(1000).default([]),
  );
const lineNos = listed(key("明細"));
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
const documentsChosen = z.object({ keys: documentKeys });
/** `versions`: as they were shown, "key.version"; what has changed since is left as it is. */
export const documentsPostponing = documentsChosen.extend({
  versions: listed(z.string().regex(/^\d{1,15}\.\d{1,9}$/)),
});
export const documentsCancelling = documentsChosen.extend({ reason: cancelling.shape.reason });
