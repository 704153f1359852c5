import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { loadRun } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";

/** 請求書を作る: ?key=1&key=2 of one partner leads to 都度請求 with their lines. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, deliveryKind);
  const [buyer_id, ...others] = [...new Set(docs.map((doc) => doc.buyer_id))];
  if (others.length > 0) {
    const why = "請求書は取引先ごとに作ります。同じ取引先の納品書だけを選んでください。";
    return flash(args, `${deliveryKind.path}?saved=1`, why, "error");
  }
  const keys = docs.map(({ key }) => ["delivery", String(key)]);
  return redirect(`/accounting/invoice/new?${new URLSearchParams([["buyer_id", buyer_id!], ...keys])}`);
}
