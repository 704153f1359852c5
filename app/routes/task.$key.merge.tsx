import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChecksField } from "~/components/form/ChecksField";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { mergeForm, pickedCards } from "~/lib/task/branch.form.schema";
import { cannotWork } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow, NON_KANBAN_GROUP, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("合流");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page } = await enterCard(args, "seller");
  const { mergeable, branches } = await api.get(cardWork, `/cards/${card.key}/work`);
  const waiting = branches.filter(
    (one) =>
      one.task_type === "division" && one.group_id !== NON_KANBAN_GROUP && one.group_id !== card.group_id,
  );
  return json({ ...page, mergeable, waiting, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, mergeForm, async (api, { cards, ...value }, given) => {
    const card = await api.post(
      cardRow,
      `/cards/${key}/merge`,
      { ...value, cards: pickedCards(cards) },
      given,
    );
    const text = `枝${cards.length}枚を合流しました。数量は${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}です。`;
    return flashUndo(args, backTo(args.request, `/task/${key}?tab=parts`), text, backOf(card));
  });
}

export default function Merge() {
  const { card, today, returning, mergeable, waiting, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const none =
    waiting.length > 0
      ? "まだ同じ工程に来た枝がありません。枝が来てから合流してください。"
      : "合流できる枝はありません。";
  const closed = cannotWork(card, "合流") ?? (mergeable.length === 0 ? none : null);
  const options = mergeable.map((one) => ({
    value: `${one.key}.${one.version}`,
    label: `${one.id}　${formatNumber(one.num_items)}${UNIT_LABEL[one.order_unit]}（良品 ${formatNumber(one.num_good)}）`,
  }));
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="合流" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="merge"
          action={`/task/${card.key}/merge${returning}`}
          schema={mergeForm}
          answer={again}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="合流する"
          cancel={`/task/${card.key}?tab=parts`}
          values={{ cards: options.map((one) => one.value) }}
        >
          <FieldSet legend={`「${card.status}」に来ている枝を、このカードに合わせます`}>
            <ChecksField
              name="cards"
              label="合流する枝"
              options={options}
              help="数量と、良品・不良・途中の数が足されます。枝はカンバンから外れます。"
            />
            {waiting.length > 0 ? (
              <p className="text-note text-warn">
                まだ来ていない枝: {waiting.map((one) => `${one.id}（${one.status}）`).join("、")}
              </p>
            ) : null}
            <TextArea name="reason" label="メモ" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
