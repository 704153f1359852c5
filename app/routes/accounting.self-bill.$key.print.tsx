import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReadMark } from "~/components/frame/ReadMark";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { sheetFileName } from "~/lib/accounting/document.paper";
import { selfBillPaper } from "~/lib/selfbill/selfbill.paper";
import { selfBillDetail } from "~/lib/selfbill/selfbill.schema";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { drawable } from "~/lib/web/paper.server";
import { fileTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = fileTitled("支払通知書");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const doc = drawable(await api.get(selfBillDetail, `/self-bills/${args.params.key}`));
  const file_name = sheetFileName(doc, doc.invoice_date, !doc.is_payer);
  return json({ doc, unread: isUnread(doc.seller_id, doc, who), file_name });
}

export default function SelfBillPrint() {
  const { doc, unread } = useLoaderData<typeof loader>();
  const at = `${SELF_BILLS}/${doc.key}`;
  return (
    <Sheets
      title={`支払通知書 ${doc.number}`}
      back={{ label: "支払通知書に戻る", href: at }}
      actions={unread ? <ReadMark action={`${at}/view`} /> : null}
    >
      <PaperDocument {...selfBillPaper(doc)} />
    </Sheets>
  );
}
