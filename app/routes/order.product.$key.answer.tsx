import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { answerPaper } from "~/lib/quote/quote.paper";
import { quoteDetail } from "~/lib/quote/quote.row.schema";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ found: { number: string | null } }>("見積書", ({ found }) => found.number);

/** ?key= of the answer. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const key = new URL(args.request.url).searchParams.get("key");
  const answer = found.parts.flatMap((part) => part.answers).find((one) => String(one.key) === key);
  if (!answer) throw new Response(null, { status: 404 });
  return json({ found, answer });
}

export default function AnswerPrint() {
  const { found, answer } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`見積書 ${found.number}`}
      back={{ label: "見積依頼に戻る", href: `/order/product/${found.key}` }}
    >
      <PaperDocument {...answerPaper(found, answer)} />
    </Sheets>
  );
}
