import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { offsetPaper } from "~/lib/receivable/offset.paper";
import { offsetNotice } from "~/lib/receivable/offset.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("相殺通知書");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(offsetNotice, `/payments/${args.params.key}/offset`) });
}

export default function OffsetPrint() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title="相殺通知書"
      back={{ label: "入金に戻る", href: `/accounting/receivable/payment/${doc.key}` }}
    >
      <PaperDocument {...offsetPaper(doc)} />
    </Sheets>
  );
}
