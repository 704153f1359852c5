import type { LoaderFunctionArgs } from "@remix-run/node";
import { placeSheet } from "~/lib/partner/destination.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { listCsv } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const id = encodeURIComponent(args.params.id!);
  const { name } = await api.get(partnerDetail, `/factories/collaborators/${id}`);
  return listCsv(args, placeSheet({ id: args.params.id!, name }));
}
