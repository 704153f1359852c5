import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { stockHref } from "~/lib/stock/stock.list";
import { stockRow } from "~/lib/stock/stock.schema";
import { changedStock, STOCK_TERMS, stockTerms, VALUING } from "~/lib/stock/terms.schema";
import { stockUse } from "~/lib/stock/use.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { enterStock, flashTerms } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { StockOf } from "../shared/stock.of";
import { PlaceFields } from "./PlaceFields";
import { ThresholdHelp } from "./ThresholdHelp";

export const meta = productTitled("在庫の設定");

const form = stockTerms.omit({ cleared: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enterStock(args);
  const [row, use, sellers] = await Promise.all([
    api.get(stockRow, `/inventory/${args.params.product_id}`),
    api.get(stockUse, `/inventory/${args.params.product_id}/use`),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  return json({
    row,
    use,
    taken: new URL(args.request.url).searchParams.has("take"),
    amounts: seesAmounts(who),
    sellers: sellers.items.map(({ id, name }) => ({ value: id, label: name })),
  });
}

/** What is left empty is taken away; a price stays with those who don't see it. */
export async function action(args: ActionFunctionArgs) {
  const { who } = await enterStock(args);
  const id = Number(args.params.product_id);
  const names = STOCK_TERMS.filter(
    (name) => !(VALUING as readonly string[]).includes(name) || seesAmounts(who),
  );
  return submit(args, form, async (api, value) => {
    const cleared = names.filter((name) => value[name] === undefined);
    const { changed_time } = await api.put(changedStock, `/inventory/${id}`, { ...value, cleared });
    return flashTerms(args, stockHref(id), "在庫の設定を保存しました。", changed_time, String(id));
  });
}

export default function StockEdit() {
  const { row, use, taken, amounts, sellers } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const unit = UNIT_LABEL[row.order_unit];
  const values = Object.fromEntries(
    STOCK_TERMS.map((name) => [name, row[name] === null ? "" : String(row[name])]),
  );
  if (taken && use.threshold !== null) values.num_threshold = use.threshold;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <StockOf row={row} />
      <h1>在庫の設定</h1>
      <SchemaForm
        id="stock"
        schema={form}
        reply={answer?.reply}
        version={row.product_version}
        values={values}
        submit="保存"
        cancel={stockHref(row.product_id)}
      >
        <FieldSet legend="不足の知らせと補充" columns={2}>
          <NumberField
            name="num_threshold"
            label="しきい値"
            unit={unit}
            optional
            help="有効在庫がこれを下回ると「不足」になります。空欄は知らせません。"
          />
          <ThresholdHelp use={use} unit={unit} product_id={row.product_id} />
          <NumberField
            name="num_target"
            label="目標在庫"
            unit={unit}
            optional
            help="補充するときに戻す数です。空欄はしきい値＋ロットです。"
          />
          <NumberField
            name="moq"
            label="最小発注数"
            unit={unit}
            optional
            help="補充カードはこれ以上の数で作ります。しきい値とは別のものです。"
          />
          <NumberField
            name="lot"
            label="ロット"
            unit={unit}
            optional
            help="補充する数をこの倍数に切り上げます。"
          />
          <NumberField name="lead_days" label="調達日数" unit="営業日" optional />
          <SelectField
            name="supplier_id"
            label="仕入先"
            options={[{ value: "", label: "自社で作る" }, ...sellers]}
            optional
          />
        </FieldSet>
        <PlaceFields amounts={amounts} />
      </SchemaForm>
    </section>
  );
}
