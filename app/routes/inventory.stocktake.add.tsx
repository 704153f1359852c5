import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { type Column, pageOf, unpaged } from "~/lib/list/list.schema";
import { COUNTING, INVENTORY, stockColumns } from "~/lib/stock/stock.list";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import {
  STOCKTAKE_LABEL,
  stocktakeChosen,
  stocktakeMade,
  stocktakeRow,
} from "~/lib/stocktake/stocktake.schema";
import { formatDate, today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { chosenStocks } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("棚卸対象にする");

const form = stocktakeChosen.omit({ ids: true });
const COLUMNS = ["code", "name", "state", "shelf", "last_inventory_time"];

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const rows = await chosenStocks(args);
  const { items } = await api.get(pageOf(stocktakeRow), "/inventory/stocktakes", {
    state: "open",
    size: 100,
  });
  return json({
    rows,
    search: new URL(args.request.url).search,
    sheets: items.map((one) => ({
      value: String(one.key),
      label: `${one.name}（${formatDate(one.count_date)}、残り${one.num_rows - one.num_counted}行）`,
    })),
    today: today(),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const rows = await chosenStocks(args);
  return submit(args, form, async (api, value, key) => {
    const ids = rows.map(({ product_id }) => product_id);
    const made = await api.post(stocktakeMade, "/inventory/stocktakes/chosen", { ...value, ids }, key);
    const known = ids.length - made.num_rows;
    const text = `${made.num_rows}行を棚卸に入れました。${known > 0 ? `${known}行は、もう入っています。` : ""}`;
    return flash(args, `${STOCKTAKES_AT}/${made.key}`, text);
  });
}

export default function CountChosen() {
  const { rows, search, sheets, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note">
        <a href={INVENTORY}>在庫一覧</a>
      </p>
      <h1>棚卸対象にする</h1>
      <Table columns={stockColumns(COLUMNS) as Column[]} page={unpaged(rows)} title="数える商品" />
      <SchemaForm
        id="count"
        schema={form}
        answer={answer}
        values={{ name: `${formatDate(day)} 棚卸`, is_blind: "on" }}
        submit={`${rows.length}件を棚卸に入れる`}
        cancel={INVENTORY}
        action={`${COUNTING}${search}`}
        idempotency_key={idempotency_key}
      >
        <FieldSet legend="入れる棚卸">
          {sheets.length > 0 ? (
            <SelectField
              name="sheet"
              label="棚卸"
              options={[{ value: "", label: "新しい棚卸を作る" }, ...sheets]}
              optional
              width="full"
              help="進行中の棚卸を選ぶと、その表の終わりに足します。帳簿数は、足した時点の在庫です。"
            />
          ) : null}
          <TextField name="name" label={STOCKTAKE_LABEL.name} optional help="新しい棚卸の名前です。" />
          <CheckField name="is_blind" label={STOCKTAKE_LABEL.is_blind} />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
