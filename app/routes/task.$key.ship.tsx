import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { AskedField } from "~/components/form/choices";
import { NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { cannotShip, remaining, shippable } from "~/lib/task/card";
import { shipping } from "~/lib/task/card.form.schema";
import { cardRow, UNIT_LABEL } from "~/lib/task/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = titled("出荷");

export async function loader(args: LoaderFunctionArgs) {
  const { card, today, back } = await enterCard(args, "seller");
  return json({ card, today, back, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, shipping, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/ship`, value, given);
    const text = `「${card.name}」を${formatNumber(card.num_good)}${UNIT_LABEL[card.order_unit]}出荷しました。`;
    return flashUndo(args, backTo(args.request, `/task/${key}`), text, backOf(card));
  });
}

export default function Ship() {
  const { card, today, back, idempotency_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const unit = UNIT_LABEL[card.order_unit];
  const closed = cannotShip(card, card.num_items);
  const rest = card.num_good === "0" ? "0" : remaining(card);
  const told = rest !== "0" ? `数えた良品の数です。残りの${formatNumber(rest)}${unit}も後で出荷するときは、出荷の前に「分割」してください。`
    : card.num_defective === "0" ? "" : `不良 ${formatNumber(card.num_defective)}${unit}を除いた数です。`;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="出荷" />
      {closed ? <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} /> : (
        <SchemaForm id="ship" schema={shipping} reply={reply} version={card.version} idempotency_key={idempotency_key} submit="出荷する"
          cancel={back} values={{ num_good: shippable(card) }}>
          <FieldSet legend={`数量 ${formatNumber(card.num_items)}${unit}のうち`}>
            <NumberField name="num_good" label="出荷する良品数" unit={unit} help={`出荷すると、この数が納品・請求のもとになります。${told}`} />
            <AskedField name="over" label="予定数を超えて登録する" />
            <TextArea name="reason" label="メモ" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
