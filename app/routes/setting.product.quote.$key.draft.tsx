import { type ActionFunctionArgs, json } from "@remix-run/node";
import { answerDraft } from "~/lib/quote/answer.schema";
import { quoteDone } from "~/lib/quote/quote.row.schema";
import { submit } from "~/lib/web/submit.server";

/** What is typed is saved while it is typed. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, answerDraft, async (api, value) =>
    json(await api.put(quoteDone, `/quotes/received/${args.params.key}/draft`, value)),
  );
}
