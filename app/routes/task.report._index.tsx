import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { REPORTS, reportList } from "~/lib/defect/report.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("不良報告書");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, reportList));
}

export default function Reports() {
  const data = useLoaderData<typeof loader>();
  return <ListPage {...data} list={reportList} csv={`${REPORTS}.csv?${new URLSearchParams(data.filter)}`} />;
}
