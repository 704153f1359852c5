import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { markSeen } from "~/lib/web/read.mark.server";
import { enter } from "~/lib/web/visit.server";

export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const key = args.params.key!;
  return markSeen(args, visitor, `/task/order/${key}`, () =>
    visitor.api.put(z.object({ key: z.number() }), `/orders/${key}/viewed`, {}),
  );
}
