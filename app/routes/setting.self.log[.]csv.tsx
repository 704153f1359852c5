import type { LoaderFunctionArgs } from "@remix-run/node";
import { ownSecurityList } from "~/lib/auth/security.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, ownSecurityList);
}
