import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { enter } from "~/lib/web/visit.server";

/** What was ticked in the list of 請求書 leads to 入金登録. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const keys = new URL(args.request.url).searchParams.getAll("key");
  const query = new URLSearchParams(keys.map((key) => ["invoice", key]));
  return redirect(`/accounting/receivable/payment/new?${query}`, 303);
}
