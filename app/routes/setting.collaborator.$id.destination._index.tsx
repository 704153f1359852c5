import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { unpaged } from "~/lib/list/list.schema";
import { sortRows } from "~/lib/list/sort";
import { placeImport } from "~/lib/partner/destination.import";
import { placeList } from "~/lib/partner/destination.list";
import { destinations } from "~/lib/partner/destination.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { json } from "~/lib/web/json.server";
import { filterOf } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PartnerHead } from "./setting.collaborator.$id._index/PartnerHead";

export const meta = titled("納入先");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const id = encodeURIComponent(args.params.id!);
  const partner = await api.get(partnerDetail, `/factories/collaborators/${id}`);
  const found = await api.get(destinations, `/factories/${id}/destinations`);
  const { sort } = filterOf(placeList(args.params.id!) as never, args.request);
  const items = sortRows(placeList(args.params.id!).columns, found.items, sort);
  const page = unpaged(items);
  return json({ filter: sort ? { sort } : {}, partner, admin: who.is_admin, page });
}

export default function Places() {
  const { partner, admin, page, filter } = useLoaderData<typeof loader>();
  const at = `/setting/collaborator/${encodeURIComponent(partner.id)}/destination`;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PartnerHead partner={partner} part="/destination" />
      <ListPage
        under
        list={placeList(partner.id)}
        page={page}
        filter={filter}
        csv={`${at}.csv?${new URLSearchParams(filter)}`}
        intake={admin ? placeImport.path : undefined}
        primary={admin ? { label: "納入先を追加", href: `${at}/new` } : undefined}
      >
        <p className="flex flex-wrap items-center gap-3 text-note text-muted print:hidden">
          お相手の会社が登録した納入先と、こちらで控えた納入先です。こちらで控えたものは、自社だけに見えます。
          <LinkButton href={`/setting/collaborator/label?ids=${encodeURIComponent(partner.id)}&to=place`}>
            宛名ラベル
          </LinkButton>
        </p>
      </ListPage>
    </div>
  );
}
