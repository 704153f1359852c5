import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { allocated, cardAllocating, cardStock } from "~/lib/stock/allocation.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = titled("在庫から出す");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today, back } = await enterCard(args, "seller");
  const stock = await api.get(cardStock, `/cards/${card.key}/stock`);
  return json({ card, today, back, stock, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, cardAllocating, async (api, { act, num }, given) => {
    const isTaken = act === "allocate";
    const path = `/cards/${key}/allocation${isTaken ? "" : "/release"}`;
    const answer = await api.post(allocated, path, { num }, given);
    const text = isTaken
      ? `${formatNumber(answer.num)} を引き当てました。`
      : `引当を解除しました。残りの引当は ${formatNumber(answer.num)} です。`;
    return flash(args, backTo(args.request, `/task/${key}`), text);
  });
}

const some = (num: string) => compareDecimal(num, "0") > 0;
const less = (a: string, b: string) => (compareDecimal(a, b) < 0 ? a : b);

export default function Allocation() {
  const { card, today, back, stock, idempotency_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const unit = UNIT_LABEL[stock.order_unit];
  const much = (value: string) => `${formatNumber(value)}${unit}`;
  const unmanaged = stock.is_managed ? null : "在庫管理している商品のカードではありません。";
  const closed = unmanaged ?? stock.closed;
  const acts = [
    { value: "allocate", label: `在庫から出す（引き当てできる数 ${much(stock.free)}）` },
    ...(some(stock.held)
      ? [{ value: "release", label: `引当を解除する（このカードの引当 ${much(stock.held)}）` }]
      : []),
  ];
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="在庫から出す" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="allocation"
          schema={cardAllocating}
          reply={reply}
          idempotency_key={idempotency_key}
          submit="登録する"
          cancel={back}
          values={{
            act: some(stock.lacking) ? "allocate" : "release",
            num: some(stock.lacking) ? less(stock.lacking, stock.free) : stock.held,
          }}
        >
          <FieldSet legend={`現在庫 ${much(stock.num)}`}>
            <RadioField name="act" label="操作" options={acts} />
            <NumberField
              name="num"
              label="数量"
              unit={unit}
              optional
              help="引き当てた分は作らずに出荷待ちにできます。空欄なら、足りない分（解除はすべて）です。"
            />
          </FieldSet>
        </SchemaForm>
      )}
      {stock.is_managed ? (
        <p>
          <a href={`/inventory/${stock.product_id}#shipping`}>ほかのカードの引当を見る</a>
        </p>
      ) : null}
    </div>
  );
}
