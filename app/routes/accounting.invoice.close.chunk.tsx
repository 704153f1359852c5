import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { closingMade } from "~/lib/accounting/closing.schema";
import { closingForm } from "~/lib/accounting/invoice.schema";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

/** A part under a key of its own is closed once, though sent again. What is only asked keeps none. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return submit(args, closingForm, async (api, value, key) =>
    json(await api.post(closingMade, "/closings", value, value.step === "check" ? crypto.randomUUID() : key)),
  );
}

/** There is nothing to read here without a closing. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  throw new Response(null, { status: 404 });
}
