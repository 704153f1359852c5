import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { CLOSINGS, monthLabel } from "~/lib/stock/closing.list";
import { closing, closingMade, closingPreview } from "~/lib/stock/closing.schema";
import { INVENTORY } from "~/lib/stock/stock.list";
import { STORED } from "~/lib/stock/stored.list";
import { formatDate } from "~/lib/time/date";
import { VALUATION_LABEL } from "~/lib/vocabulary/stock";
import { flash } from "~/lib/web/flash.server";
import { enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("在庫の月締め");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const month = new URL(args.request.url).searchParams.get("month") ?? undefined;
  const found = await api.get(closingPreview, "/inventory/closings/preview", { month });
  return json({ found, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  return submit(args, closing, async (api, value, key) => {
    const made = await api.post(closingMade, "/inventory/closings", value, key);
    return flash(args, `${CLOSINGS}/${made.key}`, `${monthLabel(made.month)}の在庫を締めました。`);
  });
}

export default function CloseMonth() {
  const { found, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const doubts = [
    { num: found.num_provisional, text: "単価が仮の入庫", href: `${STORED}?price=provisional` },
    { num: found.num_unpriced, text: "単価のない商品（0円になります）", href: `${INVENTORY}?state=unpriced` },
    { num: found.num_negative, text: "在庫がマイナスの商品", href: `${INVENTORY}?state=negative` },
  ].filter(({ num }) => num > 0);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note">
        <a href={CLOSINGS}>在庫の月締め</a>
      </p>
      <h1>{monthLabel(found.month)}の在庫を締める</h1>
      <div className="max-w-[720px] rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: "締める日", value: formatDate(found.end_date) },
            { label: "商品", value: `${formatNumber(found.num_products)}件` },
            { label: "入庫", value: formatYen(found.value_in) },
            { label: "出庫", value: formatYen(found.value_out) },
            {
              label: "月末の在庫金額",
              value: (
                <b>
                  {formatYen(found.stock_value)}（{VALUATION_LABEL[found.valuation]}）
                </b>
              ),
            },
          ]}
        />
      </div>
      {doubts.length > 0 ? (
        <ul className="grid max-w-[720px] gap-1 rounded border border-warn bg-warn-soft px-4 py-3">
          {doubts.map(({ num, text, href }) => (
            <li key={href}>
              {text}が{num}件あります。<a href={href}>開く</a>
            </li>
          ))}
          <li>このまま締めると、あとで決まった金額との差は次の月の「過月修正」になります。</li>
        </ul>
      ) : null}
      <SchemaForm
        id="close"
        schema={closing}
        answer={answer}
        submit={`${monthLabel(found.month)}を締める`}
        tone="danger"
        cancel={CLOSINGS}
        action={`${CLOSINGS}/new?month=${found.month}`}
        idempotency_key={idempotency_key}
      >
        <HiddenField name="month" value={found.month} />
        <HiddenField name="seen" value={found.seen} />
      </SchemaForm>
    </section>
  );
}
