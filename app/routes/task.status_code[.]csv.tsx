import type { LoaderFunctionArgs } from "@remix-run/node";
import { codeList, kindIn } from "~/lib/code/code.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(
    args,
    codeList(kindIn(new URL(args.request.url).searchParams), args.context.app.config.origins[0]!),
  );
}
