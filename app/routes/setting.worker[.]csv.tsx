import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { matching, workerList } from "~/lib/setting/worker.list";
import { workers } from "~/lib/setting/worker.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { filterOf } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const filter = filterOf(workerList, args.request);
  const { items } = await api.get(workers, "/workers", { all: filter.all });
  return csvAnswer(args, workerList.title, csvOf(workerList.columns, matching(items, filter.q)));
}
