import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskedField, CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Alert } from "~/components/frame/Alert";
import { formatNumber } from "~/lib/money/decimal";
import { cardStock } from "~/lib/stock/allocation.schema";
import { remaining } from "~/lib/task/card";
import { cardMoved } from "~/lib/task/card.page.schema";
import { cannotShip, SHORT_SHIPMENT_LABEL, SHORT_SHIPMENTS, shippable } from "~/lib/task/ship";
import { shipping } from "~/lib/task/ship.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { partsOf, partsText } from "~/lib/web/parts.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";
import { Shortages } from "./task.$key._index/Shortages";

export const meta = cardTitled("出荷");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, today, back } = await enterCard(args, "seller");
  const { items, over } = await partsOf(api, card);
  const held = await api.get(cardStock, `/cards/${card.key}/stock`);
  return json({
    card,
    today,
    back,
    items,
    stores: held.stock?.is_for_stock ?? false,
    covered: held.stock !== null && held.allocated === held.num_items,
    over,
    stocked: who.permissions.includes("inventory"),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, shipping, async (api, value, given) => {
    const card = await api.post(cardMoved, `/cards/${key}/ship`, value, given);
    const text = `「${card.name}」を${formatNumber(card.num_good)}${UNIT_LABEL[card.order_unit]}出荷しました。${card.ended}${await partsText(api, card)}`;
    return flashUndo(args, backTo(args.request, `/task/${key}`), text, backOf(card));
  });
}

export default function Ship() {
  const { card, today, back, items, over, stores, covered, stocked, idempotency_key } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const unit = UNIT_LABEL[card.order_unit];
  const closed = cannotShip(card, card.num_items);
  const rest = remaining(card);
  const uncounted = (card.num_good === "0" && !covered) || Boolean(reply?.error?.uncounted);
  const told =
    card.num_good !== "0" && rest !== "0"
      ? "数えた良品の数です。"
      : card.num_defective === "0"
        ? ""
        : `不良 ${formatNumber(card.num_defective)}${unit}を除いた数です。`;
  const isOpen = card.work_start !== null && card.work_end === null;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="出荷" />
      <Alert tone="warn">
        {!closed &&
          isOpen &&
          `作業中です${card.worker ? `（${card.worker}）` : ""}。出荷すると、作業も終わります。`}
      </Alert>
      {closed ? null : <Shortages items={items} over={over} stocked={stocked} act="出荷" />}
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="ship"
          schema={shipping}
          reply={reply}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="出荷する"
          cancel={back}
          values={{ num_good: shippable(card) }}
        >
          <FieldSet legend={`数量 ${formatNumber(card.num_items)}${unit}のうち`}>
            <NumberField
              name="num_good"
              label="出荷する良品数"
              unit={unit}
              help={`${stores ? "出荷すると、この数が在庫に入ります（納品・請求はしません）。" : "出荷すると、この数が納品・請求のもとになります。"}${covered ? "在庫から出す分です。" : told}`}
            />
            <AskedField name="over" label="予定数を超えて登録する" />
            {uncounted ? (
              <CheckField
                name="uncounted"
                label="数えていない分も良品として出荷する"
                help={`良品として数えたのは${formatNumber(card.num_good)}${unit}です。検査や数えもれがないか確かめてください。`}
              />
            ) : null}
          </FieldSet>
          {(card.num_good !== "0" && rest !== "0") ||
          reply?.error?.shortage ||
          reply?.initialValue?.shortage ? (
            <FieldSet legend="残りをどうしますか">
              <RadioField
                name="shortage"
                label="作る数より少ない出荷です。"
                optional={false}
                options={SHORT_SHIPMENTS.map((value) => ({ value, label: SHORT_SHIPMENT_LABEL[value] }))}
              />
            </FieldSet>
          ) : null}
          <FieldSet legend="メモ">
            <TextArea
              name="reason"
              label="メモ・理由"
              optional
              rows={2}
              help="打ち切るときは理由を入力します。履歴に残り、依頼元にも見えます。"
            />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
