import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { formatNumber } from "~/lib/money/decimal";
import { SUPPLIES_AT } from "~/lib/order/supply.list";
import { supplyLedger, supplyMade, supplyUndoing } from "~/lib/order/supply.schema";
import { formatDate } from "~/lib/time/date";
import { SUPPLY_LABEL, SUPPLY_MOVEMENT_LABEL } from "~/lib/vocabulary/supply";
import type { Api } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支給品の記録の取消");

/** A row of another item is not to be found under this address. */
async function moveOf(api: Api, { key, move }: LoaderFunctionArgs["params"]) {
  const doc = await api.get(supplyLedger, `/supplies/${key}`);
  const row = doc.entries.find((one) => String(one.key) === move);
  if (!row) throw new Response(null, { status: 404 });
  return { doc, row };
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await moveOf(api, args.params));
}

export async function action(args: ActionFunctionArgs) {
  const { key, move } = args.params;
  return submit(args, supplyUndoing, async (api, value, idempotency_key) => {
    await moveOf(api, args.params);
    await api.post(supplyMade, `/supplies/${move}/undo`, value, idempotency_key);
    return flash(args, `${SUPPLIES_AT}/${key}`, "取り消しました。元の行と取消の行が残ります。");
  });
}

export default function SupplyUndo() {
  const { doc, row } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const back = `${SUPPLIES_AT}/${doc.key}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>支給品の記録の取消</h1>
      <div className="max-w-[720px] rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: SUPPLY_LABEL[doc.kind], value: doc.item },
            { label: "取引先", value: doc.partner_name },
            { label: SUPPLY_MOVEMENT_LABEL[row.movement], value: `${formatNumber(row.quantity)}${doc.unit}` },
            { label: "日付", value: formatDate(row.move_date) },
          ]}
        />
      </div>
      {row.may_undo ? (
        <SchemaForm
          id="undo"
          schema={supplyUndoing}
          answer={answer}
          submit="取り消す"
          tone="danger"
          cancel={back}
          idempotency_key={`undo.supply.${row.key}`}
        >
          <p>反対の行を足して、残を元に戻します。元の行も残り、相手に知らせます。</p>
          <TextField name="note" label="取消の理由" autoFocus />
        </SchemaForm>
      ) : (
        <p>
          この行は取り消せません。<a href={back}>支給品に戻る</a>
        </p>
      )}
    </section>
  );
}
