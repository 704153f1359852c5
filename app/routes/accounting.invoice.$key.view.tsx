import type { ActionFunctionArgs } from "@remix-run/node";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { takeRead } from "~/lib/web/document.server";

/** 確認しました. */
export async function action(args: ActionFunctionArgs) {
  return takeRead(args, invoiceKind);
}
