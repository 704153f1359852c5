import type { LoaderFunctionArgs } from "@remix-run/node";
import { memberList } from "~/lib/auth/member.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, memberList);
}
