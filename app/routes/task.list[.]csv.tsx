import type { LoaderFunctionArgs } from "@remix-run/node";
import { cardsList } from "~/lib/task/card.list";
import { listCsv } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  return listCsv(args, cardsList(who.company_type, null, false));
}
