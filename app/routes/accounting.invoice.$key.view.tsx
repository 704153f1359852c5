import type { ActionFunctionArgs } from "@remix-run/node";
import { changed } from "~/lib/accounting/delivery.schema";
import { markSeen } from "~/lib/web/read.mark.server";
import { enter } from "~/lib/web/visit.server";

/** 確認しました. */
export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const key = args.params.key!;
  const save = () => visitor.api.post(changed, `/invoices/${key}/view`, {}, `view.invoice.${key}`);
  return markSeen(args, visitor, `/accounting/invoice/${key}`, save);
}
