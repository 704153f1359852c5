import type { LoaderFunctionArgs } from "@remix-run/node";
import { allSecurityList } from "~/lib/auth/security.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, allSecurityList);
}
