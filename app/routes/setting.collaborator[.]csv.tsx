import type { LoaderFunctionArgs } from "@remix-run/node";
import { partnerSheet } from "~/lib/partner/partner.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, partnerSheet);
}
