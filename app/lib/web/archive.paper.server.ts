import { deliveryPaper } from "~/lib/accounting/delivery.paper";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import type { AnyDocument } from "~/lib/accounting/document.schema";
import { invoicePaper } from "~/lib/accounting/invoice.paper";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import type { Archived } from "~/lib/archive/archive";
import { type ArchiveRow, quoteQuery } from "~/lib/archive/archive.list";
import { versionNumbered } from "~/lib/order/order.change";
import { orderPaper } from "~/lib/order/order.paper";
import { order } from "~/lib/order/order.row.schema";
import { billPaper } from "~/lib/payable/bill.paper";
import { billDetail } from "~/lib/payable/bill.schema";
import { sheetPaper } from "~/lib/quote/quote.paper";
import { quoteSheet } from "~/lib/quote/quote.paper.schema";
import { selfBillPaper } from "~/lib/selfbill/selfbill.paper";
import { selfBillDetail } from "~/lib/selfbill/selfbill.schema";
import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import type { Api } from "./api.server";
import { drawable } from "./paper.server";

type Drawn = { paper: PaperDocumentProps; doc?: AnyDocument };
type Draw = (api: Api, row: ArchiveRow, origin: string, own: string) => Promise<Drawn>;

const quoted: Draw = async (api, row) => ({
  paper: sheetPaper(await api.get(quoteSheet, `/archive/quotes/${row.quote_key}`, quoteQuery(row))),
});

const PAPERS: Partial<Record<Archived, Draw>> = {
  quote: quoted,
  answer: quoted,
  order: async (api, { key, revision }) => ({
    paper: orderPaper(await api.get(order, `/orders/${key}`), "order", versionNumbered(revision)),
  }),
  delivery: async (api, { key }, origin) => {
    const doc = await api.get(deliveryKind.detail, `${deliveryKind.api}/${key}`);
    return { paper: deliveryPaper(drawable(doc), "note", origin), doc };
  },
  invoice: async (api, { key }) => {
    const doc = await api.get(invoiceKind.detail, `${invoiceKind.api}/${key}`);
    return { paper: invoicePaper(drawable(doc)), doc };
  },
  selfbill: async (api, { key }) => {
    const doc = await api.get(selfBillDetail, `/self-bills/${key}`);
    return { paper: selfBillPaper(drawable(doc)), doc };
  },
  entry: async (api, { key }, _, own) => ({
    paper: billPaper(await api.get(billDetail, `/payables/bills/${key}`), own),
  }),
};

/** A document as it was sent; what came as a file has none. */
export const paperOf: Draw = (api, row, ...by) => PAPERS[row.kind]!(api, row, ...by);
