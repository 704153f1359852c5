import type { LoaderFunctionArgs } from "@remix-run/node";
import { askList } from "~/lib/chat/ask.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, askList);
}
