import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { markSeen } from "~/lib/web/read.mark.server";
import { enter } from "~/lib/web/visit.server";

/** ?until= the last of the answers that the page showed. */
export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const key = args.params.key!;
  const until = new URL(args.request.url).searchParams.get("until");
  return markSeen(args, visitor, `/order/${key}`, () =>
    visitor.api.put(z.object({ key: z.number() }), `/orders/${key}/answers/seen`, { until }),
  );
}
