import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { confirmationPaper, replyPaper } from "~/lib/receivable/statement.paper";
import { statement } from "~/lib/receivable/statement.schema";
import { partnersAsked } from "~/lib/web/receivable.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("残高確認書");

/** Each partner's with the slip it sends back: ?buyer_id=…&buyer_id=…&on=. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { ids, rest } = partnersAsked(args.request);
  const docs = await Promise.all(
    ids.map((buyer_id) => api.get(statement, "/receivables/statement", { buyer_id, on: rest.on })),
  );
  return json({ docs });
}

export default function StatementPrint() {
  const { docs } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`残高確認書 ${docs.length}件`}
      back={{ label: "売掛・請求残に戻る", href: "/accounting/receivable" }}
    >
      {docs.map((doc, at) => (
        <Fragment key={doc.buyer.id}>
          <PaperDocument {...confirmationPaper(doc)} further={at > 0} />
          <PaperDocument {...replyPaper(doc)} />
        </Fragment>
      ))}
    </Sheets>
  );
}
