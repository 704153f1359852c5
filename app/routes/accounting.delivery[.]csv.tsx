import type { LoaderFunctionArgs } from "@remix-run/node";
import { deliveriesFor } from "~/lib/accounting/delivery.list";
import { listCsv } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  return listCsv(args, deliveriesFor(who.company_type));
}
