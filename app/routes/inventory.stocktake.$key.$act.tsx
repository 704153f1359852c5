import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SchemaForm } from "~/components/form/SchemaForm";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { stocktakePage } from "~/lib/stocktake/stocktake.schema";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

const ACTS = {
  discard: {
    title: "棚卸の破棄",
    words:
      "入れた数は在庫に入らないまま、この棚卸を一覧から外します。状態「破棄」で探すと、あとから元に戻せます。",
    submit: "破棄する",
    done: "棚卸を破棄しました。",
    to: () => STOCKTAKES_AT,
  },
  undo: {
    title: "棚卸の確定取消",
    words: "入れた差異を反対の動きで戻し、最終棚卸日も前に戻します。数えた数は残り、続けて数えられます。",
    submit: "確定を取り消す",
    done: "確定を取り消しました。",
    to: (key: string) => `${STOCKTAKES_AT}/${key}`,
  },
} as const;
const nothing = z.object({});
const actOf = (name: string | undefined): keyof typeof ACTS => {
  if (name === "discard" || name === "undo") return name;
  throw new Response(null, { status: 404 });
};

export const meta = titledOf<{ sheet: { name: string } }>("棚卸", ({ sheet }) => sheet.name);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const act = actOf(args.params.act);
  const sheet = await api.get(stocktakePage, `/inventory/stocktakes/${args.params.key}`);
  return json({ sheet, act, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const act = actOf(args.params.act);
  const { key } = args.params;
  return submit(args, nothing, async (api, _, idempotency_key) => {
    await api.post(nothing, `/inventory/stocktakes/${key}/${act}`, {}, idempotency_key);
    const { to, done } = ACTS[act];
    if (act === "undo") return flash(args, to(key!), done);
    const fields = { act: "restore", idempotency_key: crypto.randomUUID() };
    const undo = { action: `${STOCKTAKES_AT}/${key}?index`, fields };
    return flashUndo(args, to(key!), done, undo);
  });
}

export default function StocktakeAct() {
  const { sheet, act, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const { title, words, submit: label } = ACTS[act as keyof typeof ACTS];
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{title}</h1>
      <p>
        <b>{sheet.name}</b>　{sheet.num_rows}行（入力済 {sheet.num_counted}行）
      </p>
      <SchemaForm
        id="act"
        schema={nothing}
        answer={answer}
        submit={label}
        tone="danger"
        cancel={`${STOCKTAKES_AT}/${sheet.key}`}
        idempotency_key={idempotency_key}
      >
        <p>{words}</p>
      </SchemaForm>
    </section>
  );
}
