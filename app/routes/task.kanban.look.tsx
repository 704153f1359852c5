import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { relooked } from "~/lib/task/board.look";
import { keepLook, lookOf } from "~/lib/web/board.server";
import { cameFrom } from "~/lib/web/return-to";
import { enter, formOf } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/task/kanban?saved=1");
}

/** How this browser shows the board: columns, and the parts of a card. */
export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const look = relooked(await lookOf(args, visitor), await formOf(args));
  return redirect(cameFrom(args.request, "/task/kanban?saved=1"), { status: 303, headers: await keepLook(args, visitor, look) });
}
