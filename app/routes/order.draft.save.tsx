import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { draftSaved } from "~/lib/order/draft.schema";
import { typedDraft } from "~/lib/order/order.draft";
import { ApiError } from "~/lib/web/api.server";
import { enter, formOf } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/order/draft");
}

/** What the page of 外注依頼 saves by itself while somebody types there. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const typed = typedDraft([...(await formOf(args))]);
  try {
    return json(await api.post(draftSaved, "/orders/drafts", typed, crypto.randomUUID()));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // There is no field beside which it could stand.
    const [[why] = []] = Object.values(error.errors);
    return json({ problem: why ?? error.detail }, { status: error.status });
  }
}
