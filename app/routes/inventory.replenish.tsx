import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { formatNumber } from "~/lib/money/decimal";
import { replenished, replenishing, suggestions } from "~/lib/stock/replenish.schema";
import { INVENTORY } from "~/lib/stock/stock.list";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { chosenStocks, enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("補充カード");

/** Those that were chosen, or all that are short. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const { search, searchParams } = new URL(args.request.url);
  const { items } = await api.get(suggestions, "/inventory/suggestions");
  const chosen = searchParams.has("ids") ? await chosenStocks(args) : items;
  const rows = chosen.map(({ product_id, code, name, order_unit, num, num_threshold }) => {
    const found = items.find((one) => one.product_id === product_id);
    const delivery_date = found?.delivery_date ?? null;
    return { product_id, code, name, order_unit, num, num_threshold, ...found, delivery_date };
  });
  return json({ rows, search, idempotency_key: crypto.randomUUID() });
}

/** A product whose number is left empty gets no card. */
export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  return submit(args, replenishing, async (api, value, key) => {
    const items = value.items.filter(({ num }) => num !== undefined);
    if (items.length === 0)
      return flash(args, `${INVENTORY}/replenish`, "数量が入力された商品がありません。", "error");
    const made = await api.post(replenished, "/inventory/replenish", { items }, key);
    const ids = made.items.map(({ id }) => id).join("、");
    const [first] = made.items;
    const to = made.items.length === 1 ? `/task/${first!.key}` : INVENTORY;
    return flash(args, to, `補充カードを${made.items.length}枚作りました（${ids}）。`);
  });
}

export default function Replenish() {
  const { rows, search, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const values = {
    items: rows.map((row) => ({
      product_id: String(row.product_id),
      num: row.suggest ?? "",
      delivery_date: row.delivery_date ? formatDate(row.delivery_date) : "",
    })),
  };
  if (rows.length === 0)
    return (
      <section className="grid min-w-0 grid-cols-1 gap-4">
        <h1>補充カード</h1>
        <Empty
          text="しきい値を下回る商品はありません。"
          action={{ label: "在庫一覧に戻る", href: INVENTORY }}
        />
      </section>
    );
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>補充カード</h1>
      <p className="text-muted">
        数量は、調達日数のうちに届く分を足した見込みから、目標在庫・最小発注数・ロットで計算しています。数量を空欄にした商品は、カードを作りません。
      </p>
      <SchemaForm
        id="replenish"
        schema={replenishing}
        reply={answer?.reply}
        values={values}
        submit="補充カードを作る"
        cancel={INVENTORY}
        action={`${INVENTORY}/replenish${search}`}
        idempotency_key={answer?.idempotency_key ?? idempotency_key}
      >
        {rows.map((row, at) => (
          <FieldSet key={row.product_id} legend={`${row.code} ${row.name}`} columns={2}>
            <p className="col-span-full text-note text-muted tabular-nums">
              現在庫 {formatNumber(row.num)}・しきい値{" "}
              {row.num_threshold === null ? "なし" : formatNumber(row.num_threshold)}
              {row.position === undefined
                ? "・補充は要りません"
                : `・納期までの見込み ${formatNumber(row.position)}`}
            </p>
            <HiddenField name={`items[${at}].product_id`} value={row.product_id} />
            <NumberField name={`items[${at}].num`} label="数量" unit={UNIT_LABEL[row.order_unit]} optional />
            <DateField
              name={`items[${at}].delivery_date`}
              label="納期"
              lean="coming"
              optional
              help="空欄は、調達日数の後の日です。"
            />
          </FieldSet>
        ))}
      </SchemaForm>
    </section>
  );
}
