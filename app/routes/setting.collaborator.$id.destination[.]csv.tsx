import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvOf } from "~/lib/list/csv";
import { sortRows } from "~/lib/list/sort";
import { placeList } from "~/lib/partner/destination.list";
import { destinations } from "~/lib/partner/destination.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { filterOf } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

/** With the customer's name in front, as the import of such places wants it. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const id = encodeURIComponent(args.params.id!);
  const { name } = await api.get(partnerDetail, `/factories/collaborators/${id}`);
  const found = await api.get(destinations, `/factories/${id}/destinations`);
  const { sort } = filterOf(placeList(args.params.id!) as never, args.request);
  const items = sortRows(placeList(args.params.id!).columns, found.items, sort);
  const columns = [
    { name: "buyer", label: "依頼元", kind: "text" as const, text: () => name },
    ...placeList(id).columns,
  ];
  return csvAnswer(args, `${name}_納入先`, csvOf(columns, items));
}
