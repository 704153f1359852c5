import type { ActionFunctionArgs } from "@remix-run/node";
import { quoteDone } from "~/lib/quote/quote.row.schema";
import { markSeen } from "~/lib/web/read.mark.server";
import { enter } from "~/lib/web/visit.server";

export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const { key } = args.params;
  return markSeen(args, visitor, `/order/product/${key}`, () =>
    visitor.api.put(quoteDone, `/quotes/${key}/seen`, {}),
  );
}
