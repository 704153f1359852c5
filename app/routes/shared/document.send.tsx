import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { SendDocuments } from "~/components/paper/SendDocuments";
import { type DeliveryDetail, deliveryKind } from "~/lib/accounting/delivery.schema";
import type { DocumentKind } from "~/lib/accounting/document";
import { type InvoiceDetail, invoiceKind } from "~/lib/accounting/invoice.schema";
import { sendingFact } from "~/lib/accounting/sending";
import { sendingNew } from "~/lib/accounting/sending.schema";
import { today } from "~/lib/time/date";
import { loadRun } from "~/lib/web/document.server";
import { routedPath } from "~/lib/web/path";
import { chosenSending, sendDocuments } from "~/lib/web/sending.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

type Sent = DeliveryDetail | InvoiceDetail;
const kindAt = (path: string): DocumentKind<Sent> =>
  path.startsWith(invoiceKind.path) ? invoiceKind : deliveryKind;

export const meta: MetaFunction = ({ location, matches }) =>
  titled(`${kindAt(routedPath(location.pathname)).noun}の送付`)({ matches });

/** ?key=1&key=2, of 納品書 or of 請求書. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, kindAt(routedPath(new URL(args.request.url).pathname)));
  return json({
    docs: docs.map((doc) => ({
      key: doc.key,
      number: doc.number,
      date: "delivery_date" in doc ? doc.delivery_date : doc.invoice_date,
      partner_name: doc.buyer.name,
      sent: sendingFact(doc.sendings),
      is_sent: doc.sendings.length > 0,
      cannot_send: doc.cannot_send,
      cannot_mail: doc.cannot_mail,
    })),
    today: today(),
    chosen: chosenSending(args.request),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return sendDocuments(args, kindAt(routedPath(new URL(args.request.url).pathname)));
}

export default function SendDocument() {
  const { noun, path } = kindAt(routedPath(useLocation().pathname));
  return (
    <SendDocuments
      {...useLoaderData<typeof loader>()}
      noun={noun}
      path={path}
      schema={sendingNew}
      answer={useActionData<typeof action>()}
    />
  );
}
