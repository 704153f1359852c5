import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { formatNumber } from "~/lib/money/decimal";
import { allocated, heldAllocation, waiting, yielding } from "~/lib/stock/allocation.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("引当を譲る");

const pathOf = (key: string | undefined) => `/inventory/allocations/${encodeURIComponent(key ?? "")}`;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const held = await api.get(heldAllocation, pathOf(args.params.key));
  const { items } = await api.get(waiting, "/inventory/waiting", { product_id: held.product_id });
  const others = items.filter(({ card_key, detail }) => card_key !== held.card_key && detail === null);
  return json({ held, others, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await enterStock(args);
  const held = await api.get(heldAllocation, pathOf(args.params.key));
  return submit(args, yielding, async (_, value, key) => {
    const made = await api.post(allocated, `${pathOf(args.params.key)}/yield`, value, key);
    const much = `${formatNumber(made.num)}${UNIT_LABEL[held.order_unit]}`;
    return flash(
      args,
      `/inventory/${held.product_id}#shipping`,
      `カード ${held.card_id} の引当のうち ${much}を、カード ${value.card} に譲りました。${
        made.back ? `カード ${held.card_id} のこれから作る分は「${made.back}」へ戻しました。` : ""
      }`,
    );
  });
}

export default function Yield() {
  const { held, others, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const unit = UNIT_LABEL[held.order_unit];
  const much = (num: string) => `${formatNumber(num)}${unit}`;
  const back = `/inventory/${held.product_id}#shipping`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>引当を譲る</h1>
      <div className="max-w-[720px] rounded border border-line bg-surface p-4">
        <Facts
          columns={2}
          facts={[
            {
              label: "カード",
              value: <a href={`/task/${held.card_key}`}>{`${held.card_id} ${held.card_name}`}</a>,
            },
            { label: "引当", value: much(held.num) },
            { label: "引き当てた人", value: `${held.allocated_by}　${formatDateTime(held.allocated_time)}` },
          ]}
        />
      </div>
      {held.state !== "open" || others.length === 0 ? (
        <p>
          {held.state === "open"
            ? "同じ商品を待っているカードは、ほかにありません。"
            : "この引当は、もう終わっています。"}
          <a href={back}>商品の在庫に戻る</a>
        </p>
      ) : (
        <SchemaForm
          id="yield"
          schema={yielding}
          answer={answer}
          submit="譲る"
          cancel={back}
          idempotency_key={idempotency_key}
        >
          <p>譲った分は、譲る先のカードの引当になります。どちらのカードにも記録が残ります。</p>
          <FieldSet legend="譲る先">
            <SelectField
              name="card"
              label="カード"
              width="full"
              options={others.map((row) => ({
                value: row.card_id,
                label: [
                  row.card_id,
                  row.buyer_name,
                  row.delivery_date && `納期 ${formatDate(row.delivery_date)}`,
                  row.is_urgent && "至急",
                  `あと ${much(row.lacking)}`,
                ]
                  .filter(Boolean)
                  .join("・"),
              }))}
              help="納期、至急、カード番号の順です。"
            />
            <NumberField name="num" label="数量" unit={unit} optional help="空欄は、譲れるだけです。" />
          </FieldSet>
        </SchemaForm>
      )}
    </section>
  );
}
