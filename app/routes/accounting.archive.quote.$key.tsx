import { json, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { sheetPaper } from "~/lib/quote/quote.paper";
import { quotePaperQuery, quoteSheet } from "~/lib/quote/quote.paper.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = ({ data, matches }: MetaArgs<typeof loader>) =>
  titled(data?.answer ? "見積書" : "見積依頼書")({ matches });

/** As it was sent: ?answer= of ?part=, or what was asked by ?version=. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = quotePaperQuery.safeParse(Object.fromEntries(new URL(args.request.url).searchParams));
  if (!asked.success) throw new Response(null, { status: 404 });
  return json(await api.get(quoteSheet, `/archive/quotes/${args.params.key}`, asked.data));
}

export default function ArchivedQuote() {
  const paper = sheetPaper(useLoaderData<typeof loader>());
  return (
    <Sheets
      title={`${paper.title} ${paper.number}`}
      back={{ label: "検索に戻る", href: "/accounting/archive" }}
    >
      <PaperDocument {...paper} />
    </Sheets>
  );
}
