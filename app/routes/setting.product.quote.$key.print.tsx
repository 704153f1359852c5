import { json, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { answerPaper, requestPaper } from "~/lib/quote/quote.paper";
import { received } from "~/lib/quote/quote.row.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = ({ data, matches }: MetaArgs<typeof loader>) =>
  titled(`${data?.answer ? "見積書" : "見積依頼書"} ${data?.found.number ?? ""}`)({ matches });

/** 見積書 with ?answer=, else 見積依頼書 as it came. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const found = await api.get(received, `/quotes/received/${args.params.key}`);
  const wanted = new URL(args.request.url).searchParams.get("answer");
  const answer = found.answers.find((one) => String(one.key) === wanted);
  if (wanted && !answer) throw new Response(null, { status: 404 });
  return json({ found, answer: answer ?? null });
}

export default function ReceivedPrint() {
  const { found, answer } = useLoaderData<typeof loader>();
  const paper = answer
    ? answerPaper(found, answer)
    : requestPaper(found, { ...found, name: found.seller_name });
  return (
    <Sheets
      title={`${paper.title} ${found.number}`}
      back={{ label: "見積に戻る", href: `/setting/product/quote/${found.key}` }}
    >
      <PaperDocument {...paper} />
    </Sheets>
  );
}
