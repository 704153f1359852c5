import type { ActionFunctionArgs } from "@remix-run/node";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { takeRead } from "~/lib/web/document.server";

/** 確認しました. */
export async function action(args: ActionFunctionArgs) {
  return takeRead(args, deliveryKind);
}
