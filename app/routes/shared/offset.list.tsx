import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { offsetListAt, offsetsBy, PAYABLE_OFFSETS } from "~/lib/receivable/offset.list";
import { offsetPartners } from "~/lib/receivable/offset.proposal.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { OffsetPartners } from "./offset.partners";
import { OffsetTabs } from "./offset.tabs";

export const meta = titled("相殺");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items: partners } = await api.get(offsetPartners, "/offsets/partners");
  const at = offsetsBy(args.request.url);
  const data = await loadList(args, offsetListAt(at));
  return json({ ...data, partners, at, csv: `${at}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Offsets() {
  const { partners, at, ...data } = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">{at === PAYABLE_OFFSETS ? "買掛金管理" : "売掛・請求残"}</h1>
      <OffsetTabs at={at} />
      <ListPage {...data} list={offsetListAt(at)} under>
        <OffsetPartners partners={partners} at={at} />
      </ListPage>
    </section>
  );
}
