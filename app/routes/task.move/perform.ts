import { type ActionFunctionArgs, json } from "@remix-run/node";
import { moveAsked, moveForm } from "~/lib/scan/movable.schema";
import { moveResults } from "~/lib/task/move.schema";
import { RESTS } from "~/lib/task/rest";
import { shortagesText } from "~/lib/web/parts.server";
import { submit } from "~/lib/web/submit.server";
import { formOf } from "~/lib/web/visit.server";
import { type Answer, typedIn } from "./step";

/** `go`: the button; whatever is not one of `move…` only shows what would become of the cards. */
export async function perform(args: ActionFunctionArgs, go: string) {
  const initialValue = typedIn(await formOf(args));
  return submit(args, moveForm, async (api, value, key) => {
    const dry_run = !go.startsWith("move");
    const step = dry_run ? ("check" as const) : ("done" as const);
    const include = go === "move.ok" ? "ok" : value.include;
    const rest = dry_run ? undefined : RESTS.find((one) => go === `move.${one}`);
    const results = await api.post(
      moveResults,
      "/cards/move",
      { ...moveAsked(value), dry_run, include, rest },
      dry_run ? crypto.randomUUID() : key,
    );
    const going = dry_run ? results.items.filter(({ ok }) => ok).map((one) => one.key) : [];
    const short = going.length > 0 ? await shortagesText(api, going) : "";
    return json({ reply: { initialValue }, idempotency_key: key, step, results, short } satisfies Answer);
  });
}
