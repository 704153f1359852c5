import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { leftColumns, STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { leftRows, seenFigures, stocktakeZeroed } from "~/lib/stocktake/stocktake.schema";
import { flashUndo } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("残りを 0 とする");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { key } = args.params;
  const left = await api.get(leftRows, `/inventory/stocktakes/${key}/left`);
  return json({ left, back: `${STOCKTAKES_AT}/${key}`, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, seenFigures, async (api, value, idempotency_key) => {
    const path = `/inventory/stocktakes/${key}/zero`;
    const { num_rows, batch } = await api.post(stocktakeZeroed, path, value, idempotency_key);
    const undo = {
      action: `${STOCKTAKES_AT}/${key}?index`,
      fields: { act: "unzero", batch, idempotency_key: `undo.${batch}` },
    };
    return flashUndo(args, `${STOCKTAKES_AT}/${key}`, `${num_rows}行を 0 としました。`, undo);
  });
}

export default function StocktakeZero() {
  const { left, back, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>残りを 0 とする</h1>
      {left.num === 0 ? (
        <p>
          数えていない行はありません。<a href={back}>棚卸に戻る</a>
        </p>
      ) : (
        <>
          <p>
            数えていない<b>{left.num}行</b>
            に、実棚数 0
            を入れます。数え忘れた商品がないか、見てください。入れた数は、確定するまで直せ、「元に戻す」で未入力に戻せます。
          </p>
          <Table columns={leftColumns as Column[]} page={unpaged(left.items)} title="数えていない行" />
          {left.num > left.items.length ? <p>ほか{left.num - left.items.length}行</p> : null}
          <SchemaForm
            id="zero"
            schema={seenFigures}
            answer={answer}
            submit={`${left.num}行を 0 とする`}
            tone="danger"
            cancel={back}
            idempotency_key={idempotency_key}
          >
            <HiddenField name="seen" value={left.seen} />
          </SchemaForm>
        </>
      )}
    </section>
  );
}
