import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { placeImport, placeList } from "~/lib/partner/destination.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { loadList } from "~/lib/web/list.server";
import { partnerTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PartnerHead } from "./setting.collaborator.$id._index/PartnerHead";

export const meta = partnerTitled("納入先");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const id = args.params.id!;
  const partner = await api.get(partnerDetail, `/factories/collaborators/${encodeURIComponent(id)}`);
  return json({ ...(await loadList(args, placeList(id))), partner });
}

export default function Places() {
  const { partner, who, page, filter } = useLoaderData<typeof loader>();
  const list = placeList(partner.id);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PartnerHead partner={partner} part="/destination" />
      <ListPage
        under
        list={list}
        page={page}
        filter={filter}
        csv={`${list.path}.csv?${new URLSearchParams(filter)}`}
        intake={who.is_admin ? placeImport.path : undefined}
        primary={who.is_admin ? list.empty.none.action : undefined}
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
