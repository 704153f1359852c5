import { type Call, call } from "~/lib/api/call.server";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import { isUnread, unreadFile } from "~/lib/vocabulary/read.mark";
import { isIssuer } from "./document";
import { sheetFileName } from "./document.paper";
import { documentKey } from "./document.schema";
import { readInvoice } from "./invoice.read.server";
import { invoiceKind } from "./invoice.schema";
import { pintProblems } from "./pint";
import { invoiceXml } from "./pint.schema";
import { pintXml } from "./pint.xml";

export const pintCalls: Call[] = [
  call({
    method: "GET",
    path: "/invoices/{key}/xml",
    summary: "請求書の電子データ（JP PINT）",
    permission: "accounting",
    params: documentKey("請求書"),
    answer: invoiceXml,
    run: async (db, who, { params }) => {
      const found = await readInvoice(db, who, params.key);
      refuseIf(isUnread(found.buyer_id, found, who) ? unreadFile("請求書") : null);
      const doc = invoiceKind.detail.parse(found);
      const problems = pintProblems(doc);
      if (problems.length > 0) throw new Refusal(422, problems.join("\n"));
      return {
        file_name: `${sheetFileName(doc, doc.invoice_date, isIssuer(doc, who))}.xml`,
        xml: pintXml(doc),
      };
    },
  }),
];
