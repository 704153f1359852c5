import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvListAt } from "~/lib/web/csv.at";
import { listCsv } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  const { list, back } = csvListAt(new URL(args.request.url), who, args.context.app.config.origins[0]!);
  return listCsv(args, list, back);
}
