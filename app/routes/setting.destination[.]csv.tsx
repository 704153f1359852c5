import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { sortRows } from "~/lib/list/sort";
import { destinationList } from "~/lib/partner/destination.list";
import { destinations } from "~/lib/partner/destination.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { filterOf } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const found = await api.get(destinations, `/factories/${who.company_id}/destinations`);
  const { sort } = filterOf(destinationList as never, args.request);
  const items = sortRows(destinationList.columns, found.items, sort);
  return csvAnswer(args, destinationList.title, csvOf(destinationList.columns, items));
}
