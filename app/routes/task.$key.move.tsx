import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { placesOf } from "~/lib/scan/movable.list";
import { boardMeta } from "~/lib/shop/meta.schema";
import { cannotMove } from "~/lib/task/card";
import { cardMoved } from "~/lib/task/card.page.schema";
import { moving } from "~/lib/task/move.card.schema";
import { halfDone, restOptions } from "~/lib/task/rest";
import { uncountedText } from "~/lib/task/ship";
import { cardWork } from "~/lib/task/work.page.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flash, flashUndo } from "~/lib/web/flash.server";
import { partnerPage } from "~/lib/web/partner.server";
import { partsOf, partsText } from "~/lib/web/parts.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Closed, Head } from "./task.$key._index/Head";
import { Shortages } from "./task.$key._index/Shortages";

export const meta = cardTitled("移動先を選ぶ");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, page } = await enterCard(args, "seller");
  const [{ processes }, { works }] = await Promise.all([
    api.get(boardMeta, "/factories/self/meta"),
    api.get(cardWork, `/cards/${card.key}/work`),
  ]);
  const at_work = works.filter((one) => one.work_end === null).length;
  const to = new URL(args.request.url).searchParams.get("to") ?? undefined;
  const { items, over } = await partsOf(api, card);
  const stocked = who.permissions.includes("inventory");
  return json({ ...page, items, over, stocked, processes, half: halfDone(card, processes), at_work, to });
}

/** "4.2": a process and its lane. */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const form = await formOf(args);
  const [group_id, subgroup_id] = String(form.get("group_id") ?? "").split(".");
  if (subgroup_id)
    for (const [name, value] of [
      ["group_id", group_id!],
      ["subgroup_id", subgroup_id],
    ] as const)
      form.set(name, value);
  return submit(args, moving, async (api, { undone, ...value }) => {
    const to = backTo(args.request, `/task/${key}`);
    const once = ["move", key, ...Object.values({ ...value, reason: "" })].join(".");
    const card = await api
      .post(cardMoved, `/cards/${key}/move`, { ...value, inside: value.inside || undone !== undefined }, once)
      .catch((error: unknown) => {
        const asked = partnerPage(error, key!, value.group_id, to);
        throw asked ? redirect(asked, 303) : error;
      });
    const text = `「${card.name}」を「${card.status}」へ移動しました。${uncountedText(card)}${card.ended}${undone ? "" : await partsText(api, card)}`;
    if (undone) return flash(args, to, `元に戻しました。${text}`);
    // Moved back by hand, what was half done and passed on with it would be lost.
    const undo = `/task/${key}/undo?${new URLSearchParams({ return: to })}`;
    return flashUndo(args, to, text, { ...backOf(card), action: undo });
  });
}

export default function Move() {
  const { card, items, over, stocked, processes, half, at_work, to, today, back, returning } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const open = placesOf(processes).filter(({ value }) => {
    const [group_id, lane] = value.split(".").map(Number);
    const factoryProcess = processes.find((one) => one.group_id === group_id);
    return factoryProcess?.group_id === card.group_id
      ? lane !== undefined && lane !== card.subgroup_id
      : cannotMove(card, factoryProcess) === null;
  });
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[card.order_unit]}`;
  const out = processes.some((one) => one.role === "outsource" && one.group_id !== card.group_id);
  const closed = cannotMove(
    card,
    processes.find(
      (factoryProcess) => factoryProcess.role !== "inbox" && factoryProcess.group_id !== card.group_id,
    ),
  );
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="移動先を選ぶ" />
      {closed ? null : <Shortages items={items} over={over} stocked={stocked} />}
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="move"
          action={`/task/${card.key}/move${returning}`}
          schema={moving}
          reply={reply}
          version={card.version}
          submit="移動する"
          cancel={back}
          values={to === undefined ? undefined : { group_id: to }}
        >
          {half ? (
            <FieldSet legend="残りをどうしますか">
              <RadioField
                name="rest"
                label={`この工程で${count(half.done)}まで済み、${count(half.rest)}が残っています。`}
                optional={to === undefined}
                either
                empty="残りをどうするかを選択してください"
                options={restOptions(half, card)}
                help="先の工程へ進めるときに選びます。このまま置くときは「やめる」を押します。"
              />
            </FieldSet>
          ) : null}
          <FieldSet legend="移動先">
            <RadioField name="group_id" label={`いまの工程：${card.status}`} options={open} />
            {out ? (
              <CheckField
                name="inside"
                label="外注の工程でも、協力会社に頼まずに置く"
                help="入れないときは、頼む協力会社を次の画面で選びます。"
              />
            ) : null}
            {at_work > 0 ? (
              <CheckField name="keep_work" label={`作業中の作業を終了せずに続ける（${at_work}人）`} />
            ) : null}
            <TextArea name="reason" label="メモ" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
