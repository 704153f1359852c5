import type { LoaderFunctionArgs } from "@remix-run/node";
import { shippedList } from "~/lib/task/shipped.list";
import { listCsv } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  return listCsv(args, shippedList(who.company_type, [], false));
}
