import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { boardMeta } from "~/lib/shop/meta.schema";
import { chosen, type Merged, mergeEdit } from "~/lib/task/card.conflict";
import { cardEdit } from "~/lib/task/card.edit.schema";
import { cardDetail } from "~/lib/task/card.page.schema";
import { cannotEdit } from "~/lib/task/ship";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { ApiError } from "~/lib/web/api.server";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { type Reply, submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Closed, Head } from "../task.$key._index/Head";
import { EditForm } from "./EditForm";

export const meta = cardTitled("カードの編集");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, page, detail } = await enterCard(args, "seller");
  const { units } = await api.get(boardMeta, "/factories/self/meta");
  return json({
    ...page,
    deliveries: detail.deliveries,
    agreed: detail.agreed,
    units,
    amounts: seesAmounts(who),
  });
}

/** Changed by somebody else meanwhile: comes back with both values of each field (D12). */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  chosen(await formOf(args));
  let merged: Merged | null = null;
  const answer = await submit(args, cardEdit, async (api, value) => {
    const changed = await api.put(cardRow, `/cards/${key}`, value).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) {
        const { card, log } = await api.get(cardDetail, `/cards/${key}`);
        if (card.version !== value.version) merged = mergeEdit(log, value.version, value, card);
      }
      throw error;
    });
    return flashUndo(
      args,
      backTo(args.request, `/task/${key}`),
      `カード ${changed.id}「${changed.name}」を保存しました。${releasedText(value.released)}`,
      backOf(changed),
    );
  });
  return merged
    ? json({ ...((await answer.json()) as Reply), merged: merged as Merged }, { status: 409 })
    : answer;
}

const releasedText = (asked: string | undefined) =>
  asked ? `${asked.replace("が解除されます", "を解除しました")}。` : "";

export default function Edit() {
  const data = useLoaderData<typeof loader>();
  const again = useActionData<Reply & { merged?: Merged }>();
  const { card, today } = data;
  const closed = cannotEdit(card);
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="編集" />
      {closed ? (
        <Closed text={closed} card={card} />
      ) : (
        <EditForm {...data} reply={again?.reply} merged={again?.merged} />
      )}
    </div>
  );
}
