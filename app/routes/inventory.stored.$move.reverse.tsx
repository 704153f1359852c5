import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { addDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { isLower, keptByCount } from "~/lib/stock/move";
import { stockHref } from "~/lib/stock/stock.list";
import { actionKey, reversing, stockMoved, stockMovePage, stockRow } from "~/lib/stock/stock.schema";
import { STORED, storedList } from "~/lib/stock/stored.list";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flashUndo } from "~/lib/web/flash.server";
import { enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { REASONS, SeenBelow } from "./shared/stock.seen";

export const meta = titled("入出庫の取消");

/** One id for all that was moved at once. */
function actionOf({ params }: LoaderFunctionArgs): string {
  const read = actionKey.safeParse({ action: params.move });
  if (!read.success) throw new Response(null, { status: 404 });
  return read.data.action;
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const id = actionOf(args);
  const { items } = await api.get(stockMovePage, "/inventory/moves", { action: id, size: 100 });
  const [first] = items;
  if (!first) throw new Response(null, { status: 404 });
  const ids = [...new Set(items.map(({ product_id }) => product_id))];
  const stocks = await Promise.all(ids.map((product_id) => api.get(stockRow, `/inventory/${product_id}`)));
  const left = stocks.map(({ product_id, code, num, order_unit }) => {
    const moved = items.filter((row) => row.product_id === product_id).map((row) => row.num);
    const after = decimal(milli(num) - milli(addDecimal("0", ...moved)));
    return { code, num, after, unit: UNIT_LABEL[order_unit] };
  });
  const held = items.find(({ product_id, occurred_time, kept_because }) => {
    const { last_inventory_time } = stocks.find((one) => one.product_id === product_id)!;
    return kept_because !== null && kept_because === keptByCount({ occurred_time, last_inventory_time });
  });
  return json({
    rows: items,
    left,
    counted: held?.product_id ?? null,
    back: `${STORED}?product_id=${first.product_id}`,
  });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  const id = actionOf(args);
  return submit(args, reversing, async (api, value, key) => {
    const made = await api.post(stockMoved, `/inventory/moves/${id}/reverse`, value, key);
    return flashUndo(
      args,
      STORED,
      `取り消しました。在庫は${formatNumber(made.num)}です。元の行と取消の行が残ります。`,
      {
        action: `${STORED}/${made.action}/reverse`,
        fields: { words: "元に戻す", idempotency_key: `undo.${made.action}` },
        log: STORED,
      },
    );
  });
}

const COLUMNS = ["effective_date", "kind", "code", "name", "num", "balance", "source", "words"];

export default function Reverse() {
  const { rows, left, counted, back } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const kept = rows.find(({ kept_because }) => kept_because !== null)?.kept_because;
  const [first] = rows;
  const below = left.find(({ num, after }) => isLower(num, after));
  const columns = storedList(false).columns.filter(({ name }) => COLUMNS.includes(name));
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>入出庫の取消</h1>
      <Table columns={columns as Column[]} page={unpaged(rows)} title="取り消す入出庫" />
      {kept ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-3">
          取り消せません。{kept}{" "}
          {counted !== null ? (
            <>
              <a href={stockHref(counted, "/move?kind=adjust")}>調整を登録する</a>・
            </>
          ) : null}
          <a href={back}>入庫履歴に戻る</a>
        </p>
      ) : (
        <SchemaForm
          id="reverse"
          schema={reversing}
          answer={answer}
          submit="取り消す"
          tone="danger"
          cancel={back}
          idempotency_key={`undo.${first!.action}`}
        >
          <p>
            反対の動きを足して、数を元に戻します。元の行も残ります。
            {rows.length > 1 ? `同時に記録した${rows.length}件を、まとめて取り消します。` : null}
            現在庫は
            {left
              .map(
                ({ code, num, after }) =>
                  `${left.length > 1 ? ` ${code} が` : ""} ${formatNumber(num)} から ${formatNumber(after)} `,
              )
              .join("、")}
            になります。
          </p>
          <TextField name="words" label="取消の理由" optional />
          {below ? (
            <SelectField
              name="reason"
              label="マイナスになる理由"
              options={REASONS}
              width="short"
              optional={false}
            />
          ) : null}
          {below ? <SeenBelow always after={below.after} unit={below.unit} /> : null}
        </SchemaForm>
      )}
    </section>
  );
}
