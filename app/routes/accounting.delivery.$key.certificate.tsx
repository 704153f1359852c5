import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { certificates } from "~/lib/bi/certificate.schema";
import { today } from "~/lib/time/date";
import { cardsOf } from "~/lib/web/certificate.server";
import { loadDocument } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Certificates } from "./task.$key._index/Certificates";

export const handle = { bare: true };
export const meta = titled("検査成績書");

/** 検査成績書 of what a 納品書 brought. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { doc, own } = await loadDocument(args, deliveryKind);
  const cards = cardsOf(doc);
  if (cards === "") throw new Response(null, { status: 404 });
  const found = await api.get(certificates, "/certificates", { cards });
  return json({ found, today: today(), number: doc.number, key: doc.key, own });
}

export default function DeliveryCertificate() {
  const { number, key, own, ...data } = useLoaderData<typeof loader>();
  return (
    <Certificates
      {...data}
      own={own}
      title={`納品書 ${number} の検査成績書`}
      back={{ label: "納品書に戻る", href: `/accounting/delivery/${key}` }}
    />
  );
}
