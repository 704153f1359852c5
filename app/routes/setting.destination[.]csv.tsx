import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { destinationList } from "~/lib/setting/destination.list";
import { destinations } from "~/lib/setting/destination.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(destinations, `/factories/${who.company_id}/destinations`);
  return csvAnswer(args, destinationList.title, csvOf(destinationList.columns, items));
}
