import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { requestPaper } from "~/lib/quote/quote.paper";
import { quoteDetail } from "~/lib/quote/quote.row.schema";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ found: { number: string | null } }>("見積依頼書", ({ found }) => found.number);

/** ?seller= one of them; all, a sheet each, without it. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const seller = new URL(args.request.url).searchParams.get("seller") ?? "";
  const parts = found.parts.filter((part) => seller === "" || part.seller_id === seller);
  if (parts.length === 0) throw new Response(null, { status: 404 });
  return json({ found, parts });
}

export default function QuotePrint() {
  const { found, parts } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`見積依頼書 ${found.number ?? "（下書き）"}`}
      back={{ label: "見積依頼に戻る", href: `/order/product/${found.key}` }}
    >
      {parts.map((part, index) => (
        <PaperDocument
          key={part.key}
          {...requestPaper(found, { ...part, name: part.seller_name })}
          further={index > 0}
        />
      ))}
    </Sheets>
  );
}
