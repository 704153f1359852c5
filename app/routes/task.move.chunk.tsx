import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { moveAsked, moveForm } from "~/lib/scan/movable.schema";
import { moveResults } from "~/lib/task/move.schema";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

/** Under a key of its own: sent again after a lost answer, it is done once. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return submit(args, moveForm, async (api, value, key) =>
    json({
      results: await api.post(moveResults, "/cards/move", { ...moveAsked(value), dry_run: false }, key),
    }),
  );
}

/** There is nothing to read here without a move. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  throw new Response(null, { status: 404 });
}
