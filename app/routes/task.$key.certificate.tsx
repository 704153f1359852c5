import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { certificates } from "~/lib/bi/certificate.schema";
import { enterCard } from "~/lib/web/card.server";
import { titled } from "~/lib/web/title";
import { Certificates } from "./task.$key._index/Certificates";

export const handle = { bare: true };
export const meta = titled("検査成績書");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, today } = await enterCard(args);
  const found = await api.get(certificates, "/certificates", { cards: String(card.key) });
  return json({ found, today, id: card.id, key: card.key, own: card.seller_id === who.company_id });
}

export default function CardCertificate() {
  const { id, key, ...data } = useLoaderData<typeof loader>();
  return (
    <Certificates
      {...data}
      title={`検査成績書 ${id}`}
      back={{ label: "カードに戻る", href: `/task/${key}${data.own ? "?tab=work" : ""}` }}
    />
  );
}
