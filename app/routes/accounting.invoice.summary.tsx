import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { invoiceSummary } from "~/lib/accounting/invoice.summary";
import { loadDocuments } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";

export const meta = titled("請求一覧表");

export async function loader(args: LoaderFunctionArgs) {
  const { lines: _, who, ...data } = await loadDocuments(args, invoiceSummary);
  return json({ ...data, company_name: who.company_name });
}

export default function Summary() {
  const { company_name, ...data } = useLoaderData<typeof loader>();
  return (
    <ListPage {...data} list={invoiceSummary}>
      <p className="hidden text-note print:block">発行元: {company_name}</p>
      <p className="text-note text-muted">
        <span className="print:hidden">
          <a href="/accounting/invoice">請求書一覧</a>
          {"\u3000"}
        </span>
        取り消した請求書は含みません。
        {data.filter.ym ? null : "請求月で絞り込むと、繰越を含む合計も出ます。"}
      </p>
    </ListPage>
  );
}
