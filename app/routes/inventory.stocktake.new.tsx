import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { productCategories } from "~/lib/product/product.master.schema";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { STOCKTAKE_LABEL, stocktakeMade, stocktakeNew } from "~/lib/stocktake/stocktake.schema";
import { formatDate, today } from "~/lib/time/date";
import { STOCK_KIND_LABEL, STOCK_KINDS } from "~/lib/vocabulary/stock";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("棚卸を作る");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [{ items }, { items: categories }] = await Promise.all([
    api.get(collaborators, "/factories/collaborators", {}),
    api.get(productCategories, "/products/categories"),
  ]);
  return json({
    owners: items.map(({ id, name }) => ({ value: id, label: name })),
    categories: categories.map((value) => ({ value, label: value })),
    today: today(),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, stocktakeNew, async (api, value, key) => {
    const made = await api.post(stocktakeMade, "/inventory/stocktakes", value, key);
    const text = value.go === "draft" ? "棚卸を準備しました。" : `${made.num_rows}行の棚卸を始めました。`;
    return flash(args, `${STOCKTAKES_AT}/${made.key}`, text);
  });
}

export default function StocktakeNew() {
  const { owners, categories, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>棚卸を作る</h1>
      <SchemaForm
        id="stocktake"
        schema={stocktakeNew}
        answer={answer}
        values={{ name: `${formatDate(day)} 棚卸`, count_date: formatDate(day), is_blind: "on", go: "start" }}
        submit="棚卸を作る"
        cancel={STOCKTAKES_AT}
        idempotency_key={idempotency_key}
      >
        <p>
          始めた時点の在庫が帳簿数になります。数えているあいだの入出庫は、数えた時刻までの分が帳簿数に入るので、現場を止める必要はありません。
        </p>
        <FieldSet legend="棚卸">
          <TextField name="name" label={STOCKTAKE_LABEL.name} />
          <DateField name="count_date" label={STOCKTAKE_LABEL.count_date} />
          <CheckField
            name="is_blind"
            label={STOCKTAKE_LABEL.is_blind}
            help="数を入れるまで帳簿数を出しません。帳簿の数に合わせて数えることを防ぎます"
          />
        </FieldSet>
        <FieldSet legend="始めるとき">
          <RadioField
            name="go"
            label="開始"
            options={[
              { value: "start", label: "今すぐ始める" },
              { value: "draft", label: "準備だけして、あとで始める" },
            ]}
          />
        </FieldSet>
        <FieldSet legend="数える商品">
          <SelectField
            name="kind"
            label={STOCKTAKE_LABEL.kind}
            optional
            help="空欄なら両方"
            options={STOCK_KINDS.map((value) => ({ value, label: STOCK_KIND_LABEL[value] }))}
          />
          <SelectField
            name="owner_id"
            label={STOCKTAKE_LABEL.owner_id}
            optional
            help="空欄ならすべて"
            options={owners}
          />
          <SelectField
            name="category"
            label={STOCKTAKE_LABEL.category}
            optional
            help="空欄ならすべて。分類は商品マスタで付けます"
            options={categories}
          />
          <TextField
            name="shelf"
            label={STOCKTAKE_LABEL.shelf}
            optional
            width="short"
            help="置場の名前の初めの部分（A- なら A-1、A-2 …）"
          />
          <NumberField
            name="days"
            label={STOCKTAKE_LABEL.days}
            optional
            unit="日以上たった商品"
            help="在庫がマイナスの商品は、日数によらず入ります"
          />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
