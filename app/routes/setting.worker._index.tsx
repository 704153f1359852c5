import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { badgesHref, workerImport, workerList, workerState, workersChanged } from "~/lib/shop/worker.schema";
import { flash } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

const LINK = "inline-flex h-9 items-center text-accent underline touch:h-11";

export const meta = titled("作業者一覧");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, workerList));
}

/** What the ticked people are for: their badges, or to leave the choices and come back. */
export async function action(args: ActionFunctionArgs) {
  const schema = z.object({ ids: workerState.shape.ids, act: z.enum(["badge", "stop", "restore"]) });
  return submit(args, schema, async (api, { ids, act }, key) => {
    if (act === "badge") return redirect(badgesHref(ids), 303);
    const change = { ids, is_active: act === "restore" };
    const { num } = await api.post(workersChanged, "/workers/state", change, key);
    const done = act === "stop" ? "無効にしました。これまでの記録は残ります。" : "有効に戻しました。";
    return flash(args, "/setting/worker", `${num}人を${done}`);
  });
}

export default function Workers() {
  const { page, filter, turned } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={workerList}
      page={page}
      filter={filter}
      turned={turned}
      csv={`/setting/worker.csv?${new URLSearchParams(filter)}`}
      intake={workerImport.path}
      primary={workerList.empty.none.action}
      answer={bulkAnswer(useActionData<typeof action>())}
      bulk={
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
      }
    >
      <p className="flex flex-wrap items-center gap-x-4 text-note text-muted max-desk:order-last print:hidden">
        作業者は、サインインしなくても作業を記録できる人です。
        <a href="/setting/worker/order" className={LINK}>
          表示順を変える
        </a>
        <a href="/task/status_code?kind=worker" className={LINK}>
          QR名札
        </a>
      </p>
    </ListPage>
  );
}
