import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { relooked } from "~/lib/task/board.preference";
import { columnOrdered } from "~/lib/task/board.schema";
import { ApiError } from "~/lib/web/api.server";
import { keepLook, lookOf } from "~/lib/web/board.server";
import { flash } from "~/lib/web/flash.server";
import { cameFrom } from "~/lib/web/return-to";
import { enter, formOf } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/task/kanban?saved=1");
}

export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const form = await formOf(args);
  const back = cameFrom(args.request, "/task/kanban?saved=1");
  const by_hand = form.get("by_hand");
  const column = by_hand ?? form.get("by_date");
  if (column !== null) {
    try {
      const { label, is_sequenced } = await visitor.api.put(columnOrdered, "/board/order", {
        group_id: Number(column),
        is_sequenced: by_hand !== null,
      });
      return flash(
        args,
        back,
        is_sequenced
          ? `「${label}」を手動（段取り順）で並べます。全員のカンバンがこの並びになります。`
          : `「${label}」を納期の順に戻しました。`,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return flash(args, back, error.detail, "error");
    }
  }
  const look = relooked(await lookOf(args, visitor), form);
  return redirect(back, { status: 303, headers: await keepLook(args, visitor, look) });
}
