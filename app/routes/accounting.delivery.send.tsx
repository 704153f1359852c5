import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SendDocuments } from "~/components/paper/SendDocuments";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { sendingFact } from "~/lib/accounting/sending";
import { sendingNew } from "~/lib/accounting/sending.schema";
import { today } from "~/lib/time/date";
import { loadRun } from "~/lib/web/document.server";
import { chosenSending, sendDocuments } from "~/lib/web/sending.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("納品書の送付");

/** ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, deliveryKind);
  return json({
    docs: docs.map(({ key, number, delivery_date: date, buyer, sendings, cannot_send, cannot_mail }) => ({
      key,
      number,
      date,
      partner_name: buyer.name,
      sent: sendingFact(sendings),
      is_sent: sendings.length > 0,
      cannot_send,
      cannot_mail,
    })),
    today: today(),
    chosen: chosenSending(args.request),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return sendDocuments(args, deliveryKind);
}

export default function DeliverySend() {
  return (
    <SendDocuments
      {...useLoaderData<typeof loader>()}
      noun="納品書"
      path="/accounting/delivery"
      schema={sendingNew}
      answer={useActionData<typeof action>()}
    />
  );
}
