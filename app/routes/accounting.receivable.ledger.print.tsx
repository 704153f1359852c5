import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets } from "~/components/paper/Sheets";
import { ledger } from "~/lib/receivable/ledger.list";
import { ledgerPaper } from "~/lib/receivable/statement.paper";
import { partnersAsked } from "~/lib/web/receivable.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("得意先元帳の印刷");

const PATH = "/accounting/receivable/ledger";

/** Of one partner or of several: ?buyer_id=…&buyer_id=…&from=&to=. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { ids, query, rest } = partnersAsked(args.request);
  const docs = await Promise.all(
    ids.map((buyer_id) => api.get(ledger, "/receivables/ledger", { buyer_id, from: rest.from, to: rest.to })),
  );
  const shown = docs.flatMap((doc) =>
    doc.buyer && doc.seller ? [{ ...doc, buyer: doc.buyer, seller: doc.seller }] : [],
  );
  return json({ docs: shown, to_partner: rest.to_partner === "on", query, only: ids.length === 1 });
}

export default function LedgerPrint() {
  const { docs, to_partner, query, only } = useLoaderData<typeof loader>();
  const back = only
    ? { label: "元帳に戻る", href: `${PATH}?${query}` }
    : { label: "売掛・請求残に戻る", href: "/accounting/receivable" };
  return (
    <Sheets
      title={`${to_partner ? "お取引明細書" : "得意先元帳"} ${docs.length}件`}
      back={back}
      actions={
        <SheetChoice
          label="用紙の種類"
          value={to_partner ? "on" : ""}
          choices={[
            ["", "自社用"],
            ["on", "取引先用"],
          ]}
          href={(value) => `${PATH}/print?${query}${value && "&to_partner=on"}`}
        />
      }
    >
      {docs.map((doc, at) => (
        <PaperDocument key={doc.buyer.id} {...ledgerPaper(doc, to_partner)} further={at > 0} />
      ))}
    </Sheets>
  );
}
