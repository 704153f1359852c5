import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { sortRows } from "~/lib/list/sort";
import { matching, workerList } from "~/lib/shop/worker.list";
import { workers } from "~/lib/shop/worker.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { hiddenOf } from "~/lib/web/list.preference.server";
import { filterOf } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const filter = filterOf(workerList, args.request);
  const { items } = await visitor.api.get(workers, "/workers", { all: filter.all });
  const hide = await hiddenOf(args, visitor, workerList.path);
  const columns = workerList.columns.filter((column) => !hide.includes(column.name));
  const rows = sortRows(workerList.columns, matching(items, filter.q), filter.sort);
  return csvAnswer(args, workerList.title, csvOf(columns, rows));
}
