import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { formatNumber } from "~/lib/money/decimal";
import { allocated, allocating } from "~/lib/stock/allocation.schema";
import { choice } from "~/lib/text/text.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { cardStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("在庫から出す");

const form = allocating.extend({ act: choice("引当", ["take", "release"]) });

export async function loader(args: LoaderFunctionArgs) {
  const visit = await enterCard(args, "seller");
  const stock = await cardStock(visit, visit.card);
  return json({ card: visit.card, stock, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { card } = await enterCard(args, "seller");
  return submit(args, form, async (api, { act, num }, key) => {
    const path = act === "take" ? "allocation" : "allocation/release";
    const made = await api.post(allocated, `/cards/${card.key}/${path}`, { num }, key);
    const text = act === "take" ? "在庫を引き当てました" : "引当を解除しました";
    return flash(args, `/task/${card.key}`, `${text}（${formatNumber(made.num)}）。`);
  });
}

export default function CardFromStock() {
  const { card, stock, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const back = `/task/${card.key}`;
  const isAllocated = stock !== null && stock.allocated !== "0";
  const acts = [
    { value: "take", label: "引き当てる" },
    ...(isAllocated ? [{ value: "release", label: "引当を解除する" }] : []),
  ];
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>在庫から出す</h1>
      <div className="max-w-[720px] rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: "カード", value: <a href={back}>{`${card.id} ${card.name}`}</a> },
            {
              label: "数量",
              value: `${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}`,
            },
            stock && { label: "引き当てできる数", value: `${formatNumber(stock.free)}${stock.unit}` },
            stock && { label: "引当済み", value: `${formatNumber(stock.allocated)}${stock.unit}` },
          ]}
        />
      </div>
      {stock ? (
        <SchemaForm
          id="allocate"
          schema={form}
          reply={answer?.reply}
          values={{ act: "take" }}
          submit="決定"
          cancel={back}
          idempotency_key={answer?.idempotency_key ?? idempotency_key}
        >
          <p>引き当てた分は工程がいらず、出荷したときに在庫から引きます。入荷予定は引き当てできません。</p>
          <FieldSet legend="引当">
            <RadioField name="act" label="引当" options={acts} />
            <NumberField
              name="num"
              label="数量"
              unit={stock.unit}
              optional
              help="空欄は、できるだけ（解除は、すべて）です。"
            />
          </FieldSet>
        </SchemaForm>
      ) : (
        <p>
          この商品は在庫として管理していないか、もう出荷しています。<a href={back}>カードに戻る</a>
        </p>
      )}
    </section>
  );
}
