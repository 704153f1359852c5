import type { ActionFunctionArgs } from "@remix-run/node";
import { quoteViewed } from "~/lib/quote/quote.row.schema";
import { markSeen } from "~/lib/web/read.mark.server";
import { enter } from "~/lib/web/visit.server";

export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const { key } = args.params;
  return markSeen(args, visitor, `/setting/product/quote/${key}`, () =>
    visitor.api.put(quoteViewed, `/quotes/received/${key}/viewed`, {}),
  );
}
