import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatYen } from "~/lib/money/decimal";
import { CLOSINGS, monthLabel } from "~/lib/stock/closing.list";
import { closingMade, closingPage } from "~/lib/stock/closing.schema";
import { flash } from "~/lib/web/flash.server";
import { enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("在庫の月締めの取消");

const nothing = z.object({});

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const month = await api.get(closingPage, `/inventory/closings/${args.params.key}`);
  return json({ month, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  return submit(args, nothing, async (api, _, key) => {
    const path = `/inventory/closings/${args.params.key}/undo`;
    const made = await api.post(closingMade, path, {}, key);
    return flash(args, CLOSINGS, `${monthLabel(made.month)}の締めを取り消しました。`);
  });
}

export default function UndoClosing() {
  const { month, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>在庫の月締めの取消</h1>
      <p>
        <b>{monthLabel(month.month)}</b>　{month.num_products}件　{formatYen(month.stock_value)}
      </p>
      {month.is_newest ? (
        <SchemaForm
          id="undo"
          schema={nothing}
          answer={answer}
          submit="締めを取り消す"
          tone="danger"
          cancel={`${CLOSINGS}/${month.key}`}
          idempotency_key={idempotency_key}
        >
          <p>
            この月の数と金額は、また動くようになります。締めたあとの訂正{month.num_corrected}
            件は、この月の動きとして計算し直します。締めた記録は「取消」として残ります。
          </p>
        </SchemaForm>
      ) : (
        <p className="rounded border border-warn bg-warn-soft px-4 py-3">
          {month.undone_time === null
            ? "あとの月が締めてあります。新しい月から順に取り消してください。"
            : "すでに取り消されています。"}{" "}
          <a href={CLOSINGS}>在庫の月締め</a>
        </p>
      )}
    </section>
  );
}
