import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskedField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { cannotCount, remaining } from "~/lib/task/card";
import { counting } from "~/lib/task/card.command.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { partsOf, partsText } from "~/lib/web/parts.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";
import { Shortages } from "./task.$key._index/Shortages";

export const meta = cardTitled("数量を登録");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, today, back } = await enterCard(args, "seller");
  const { items } = await partsOf(api, card);
  return json({
    card,
    today,
    back,
    items,
    stocked: who.permissions.includes("inventory"),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, counting, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/count`, value, given);
    return flash(
      args,
      backTo(args.request, `/task/${key}`),
      `「${card.name}」の数量を登録しました。残り${formatNumber(remaining(card))}${UNIT_LABEL[card.order_unit]}です。${await partsText(api, card)}`,
    );
  });
}

export default function Count() {
  const { card, today, back, items, stocked, idempotency_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const unit = UNIT_LABEL[card.order_unit];
  const closed = cannotCount(card);
  const { num_good, num_defective, num_partial } = card;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="数量を登録" />
      {closed ? null : <Shortages items={items} stocked={stocked} act="登録" />}
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="count"
          schema={counting}
          reply={reply}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="登録する"
          cancel={back}
          values={{ num_good, num_defective, num_partial }}
        >
          <FieldSet legend={`数量 ${formatNumber(card.num_items)}${unit}のうち、これまでの合計`}>
            <NumberField name="num_good" label="良品数" unit={unit} />
            <NumberField name="num_defective" label="不良数" unit={unit} />
            <NumberField
              name="num_partial"
              label="途中数"
              unit={unit}
              help="この工程で済み、まだ次へ渡していない数です。"
            />
            <AskedField name="over" label="予定数を超えて登録する" />
            <TextArea
              name="reason"
              label="不良の理由・メモ"
              optional
              rows={2}
              help="履歴に残り、依頼元にも見えます。"
            />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
