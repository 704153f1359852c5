import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { boardMove } from "~/lib/task/board.schema";
import { cardMoved } from "~/lib/task/card.page.schema";
import { uncountedText } from "~/lib/task/ship";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { ApiError } from "~/lib/web/api.server";
import { backOf, flash, flashUndo } from "~/lib/web/flash.server";
import { asksFirst } from "~/lib/web/partner.server";
import { partsText } from "~/lib/web/parts.server";
import { cameFrom } from "~/lib/web/return-to";
import { enter, formOf } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/task/kanban?saved=1");
}

// `place`: beside which card; `way`: within its column; `part`: columns whose own page is the answer, else
// the page posted from.
export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const read = boardMove.safeParse(Object.fromEntries(await formOf(args)));
  if (!read.success)
    return json(
      { detail: "送信された内容を読み取れませんでした。画面を読み込み直してください。" },
      { status: 422 },
    );
  const { key, part, undone, way, ...value } = read.data;
  const back = cameFrom(args.request, "/task/kanban?saved=1");
  const to = part === undefined ? back : `/task/kanban/column?${part}`;
  try {
    if (undone) {
      const card = await api.post(
        cardRow,
        `/cards/${key}/undo`,
        { version: value.version },
        `undo.${key}.${value.version}`,
      );
      return flash(args, to, `元に戻しました。「${card.name}」は「${card.status}」にあります。`);
    }
    const which = `${key}.${value.version}.${value.group_id}.${value.subgroup_id ?? ""}.${way ?? value.place ?? ""}`;
    const card = way
      ? {
          ...(await api.post(
            cardRow,
            `/cards/${key}/place`,
            { version: value.version, place: way },
            `place.${which}`,
          )),
          ended: "",
        }
      : await api.post(cardMoved, `/cards/${key}/move`, value, `move.${which}`);
    const fields = {
      key: String(key),
      group_id: String(card.group_id),
      version: String(card.version),
      undone: "1",
    };
    const done = !way
      ? `を「${card.status}」へ移動しました。${uncountedText(card)}`
      : way === "off"
        ? "の順番を外しました。"
        : "の順番を変えました。";
    const parts = way ? "" : await partsText(api, card);
    return flashUndo(args, to, `「${card.name}」${done}${card.ended}${parts}`, {
      ...backOf(card),
      action: "/task/kanban/move",
      fields,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const ask = asksFirst(error, key, value, back);
    if (ask)
      return part === undefined
        ? redirect(ask, 303)
        : json({ detail: error.detail, to: ask }, { status: 409 });
    return part === undefined
      ? flash(args, back, error.detail, "error")
      : json({ detail: error.detail }, { status: error.status });
  }
}
