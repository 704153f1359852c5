import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { stepped } from "~/lib/shop/worker.order";
import { workerOrder, workers, workersChanged } from "~/lib/shop/worker.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("作業者の表示順");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(workers, "/workers");
  return json({ items: items.map(({ worker_id, name, group_name }) => ({ worker_id, name, group_name })) });
}

/** The order as it was dragged; without a script a button moves one person by one place. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, workerOrder, async (api, { ids }) => {
    const [id, by] = String((await formOf(args)).get("step") ?? "")
      .split(".")
      .map(Number);
    await api.put(workersChanged, "/workers/order", { ids: id && by ? stepped(ids, id, by) : ids });
    return flash(args, "/setting/worker/order", "表示順を保存しました。");
  });
}

export default function Order() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <section className="grid max-w-[720px] gap-4">
      <p className="text-note">
        <a href="/setting/worker">作業者一覧</a>
      </p>
      <h1>作業者の表示順</h1>
      <p className="text-muted">
        作業者を選ぶ画面や一覧に、この順で並びます。
        <span data-reorder-help hidden>
          行をつかんで動かせます。
        </span>
      </p>
      <form method="post" data-enhance="submit" data-rare data-reorder>
        <ol className="divided rounded border border-line bg-surface">
          {items.map(({ worker_id, name, group_name }, index) => (
            <li key={worker_id} className="flex items-center gap-3 px-4 py-2" data-row>
              <input type="hidden" name="ids" value={worker_id} />
              <span className="w-10 text-right tabular-nums text-muted" data-place>
                {index + 1}
              </span>
              <b className="min-w-0 flex-1">
                {name}
                <span className="ml-3 text-note font-normal text-muted">{group_name}</span>
              </b>
              <Button
                tone="plain"
                name="step"
                value={`${worker_id}.-1`}
                disabled={index === 0}
                aria-label={`${name}を上へ`}
              >
                ↑
              </Button>
              <Button
                tone="plain"
                name="step"
                value={`${worker_id}.1`}
                disabled={index === items.length - 1}
                aria-label={`${name}を下へ`}
              >
                ↓
              </Button>
            </li>
          ))}
        </ol>
      </form>
      <p>
        <LinkButton href="/setting/worker">作業者一覧に戻る</LinkButton>
      </p>
    </section>
  );
}
