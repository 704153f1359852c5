import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { matching, workerList } from "~/lib/setting/worker.list";
import { workers } from "~/lib/setting/worker.schema";
import { json } from "~/lib/web/json.server";
import { filterOf } from "~/lib/web/list.server";
import { lookAt } from "~/lib/web/look.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("作業者一覧");

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const filter = filterOf(workerList, args.request);
  const hide = await lookAt(args, visitor, workerList, filter);
  const items = matching((await visitor.api.get(workers, "/workers", { all: filter.all })).items, filter.q);
  return json({ filter, hide, page: { items, total: items.length, total_more: false, next: null, previous: null } });
}

export default function Workers() {
  const { page, filter, hide } = useLoaderData<typeof loader>();
  return (
    <ListPage list={workerList} page={page} filter={filter} hide={hide} csv={`/setting/worker.csv?${new URLSearchParams(filter)}`}
      intake="/setting/worker/import" primary={{ label: "作業者を追加", href: "/setting/worker/new" }}>
      <p className="flex flex-wrap items-center gap-3 text-note text-muted">
        作業者は、サインインしなくても作業を記録できる人です。
        <Button type="button" tone="plain" data-print hidden>印刷</Button>
        <a href="/task/status_code?kind=worker" className="inline-flex items-center text-accent underline max-desk:h-11">QR名札</a>
      </p>
    </ListPage>
  );
}
