import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { optionalDecimal } from "~/lib/money/number.schema";
import { INVENTORY, stockColumns } from "~/lib/stock/stock.list";
import { changedStocks } from "~/lib/stock/terms.schema";
import { chosenStocks, enterStock, flashTerms } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("しきい値の一括変更");

const form = z.object({ num_threshold: optionalDecimal("しきい値", { min: "0" }) });
const COLUMNS = ["code", "name", "num", "effective", "num_threshold"];

export async function loader(args: LoaderFunctionArgs) {
  await enterStock(args);
  const rows = await chosenStocks(args);
  return json({ rows, search: new URL(args.request.url).search });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  const rows = await chosenStocks(args);
  return submit(args, form, async (api, { num_threshold }, key) => {
    const items = rows.map(({ product_id }) => ({ product_id, num_threshold }));
    const { num, changed_time } = await api.post(changedStocks, "/inventory/thresholds", { items }, key);
    return flashTerms(
      args,
      INVENTORY,
      num > 0 ? `${num}件のしきい値を変えました。` : "どれも同じしきい値でした。変更はありません。",
      changed_time,
    );
  });
}

export default function Threshold() {
  const { rows, search } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>しきい値の一括変更</h1>
      <Table columns={stockColumns(COLUMNS) as Column[]} page={unpaged(rows)} title="変える商品" />
      <SchemaForm
        id="threshold"
        schema={form}
        reply={answer?.reply}
        idempotency_key={answer?.idempotency_key}
        submit={`${rows.length}件のしきい値を変える`}
        cancel={INVENTORY}
        action={`${INVENTORY}/threshold${search}`}
      >
        <FieldSet legend="新しいしきい値">
          <NumberField
            name="num_threshold"
            label="しきい値"
            optional
            help={`選んだ${rows.length}件を、すべてこの数にします。空欄にすると、不足を知らせません。`}
          />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
