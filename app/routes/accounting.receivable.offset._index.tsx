import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { OFFSETS, offsetList } from "~/lib/receivable/offset.list";
import { offsetPartners } from "~/lib/receivable/offset.proposal.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { OffsetPartners } from "./shared/offset.partners";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("相殺");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items: partners } = await api.get(offsetPartners, "/offsets/partners");
  const data = await loadList(args, offsetList);
  return json({ ...data, partners, csv: `${OFFSETS}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Offsets() {
  const { partners, ...data } = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">売掛・請求残</h1>
      <ReceivableTabs current={OFFSETS} />
      <ListPage {...data} list={offsetList} under>
        <OffsetPartners partners={partners} />
      </ListPage>
    </section>
  );
}
