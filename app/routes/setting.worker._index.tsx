import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { unpaged } from "~/lib/list/list.schema";
import { sortRows } from "~/lib/list/sort";
import { matching, workerList } from "~/lib/shop/worker.list";
import { workerState, workers, workersChanged } from "~/lib/shop/worker.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { lookAt } from "~/lib/web/list.preference.server";
import { filterOf } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("作業者一覧");

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const filter = filterOf(workerList, args.request);
  const hide = await lookAt(args, visitor, workerList, filter);
  const found = (await visitor.api.get(workers, "/workers", { all: filter.all })).items;
  const items = sortRows(workerList.columns, matching(found, filter.q), filter.sort);
  return json({
    filter,
    hide,
    page: unpaged(items),
  });
}

/** What the ticked people are for: their badges, or to leave the choices and come back. */
export async function action(args: ActionFunctionArgs) {
  const schema = z.object({ ids: workerState.shape.ids, act: z.enum(["badge", "stop", "restore"]) });
  return submit(args, schema, async (api, { ids, act }, key) => {
    if (act === "badge")
      return redirect(
        `/task/status_code/print?kind=worker&paper=badge&${ids.map((id) => `ids=${id}`).join("&")}`,
        303,
      );
    const { num } = await api.post(
      workersChanged,
      "/workers/state",
      { ids, is_active: act === "restore" },
      key,
    );
    return flash(
      args,
      "/setting/worker",
      act === "stop"
        ? `${num}人を無効にしました。これまでの記録は残ります。`
        : `${num}人を有効に戻しました。`,
    );
  });
}

export default function Workers() {
  const { page, filter, hide } = useLoaderData<typeof loader>();
  const problem = Object.values(useActionData<typeof action>()?.reply.error ?? {}).flat()[0] as
    | string
    | undefined;
  const bulk = (
    <>
      <Button name="act" value="badge">
        QR名札を印刷
      </Button>
      {filter.all ? (
        <Button name="act" value="restore">
          有効に戻す
        </Button>
      ) : null}
      <Button tone="danger" name="act" value="stop">
        無効化
      </Button>
    </>
  );
  return (
    <ListPage
      list={workerList}
      page={page}
      filter={filter}
      hide={hide}
      csv={`/setting/worker.csv?${new URLSearchParams(filter)}`}
      intake="/setting/worker/import"
      primary={{ label: "作業者を追加", href: "/setting/worker/new" }}
      bulk={bulk}
    >
      {problem ? (
        <p
          role="alert"
          data-summary
          tabIndex={-1}
          className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad"
        >
          {problem}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-4 text-note text-muted print:hidden">
        作業者は、サインインしなくても作業を記録できる人です。
        <a
          href="/setting/worker/order"
          className="inline-flex h-9 items-center text-accent underline touch:h-11"
        >
          表示順を変える
        </a>
        <a
          href="/task/status_code?kind=worker"
          className="inline-flex h-9 items-center text-accent underline touch:h-11"
        >
          QR名札
        </a>
      </p>
    </ListPage>
  );
}
