import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PrintableList } from "~/components/list/PrintableList";
import { draftList } from "~/lib/accounting/delivery.draft.schema";
import { deliveriesFor, deliveryList } from "~/lib/accounting/delivery.list";
import { loadDocuments, printDocuments } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";

/** 下書き are a list of their own: they have no number yet. */
export const meta = titled("納品書一覧");

export async function loader(args: LoaderFunctionArgs) {
  if (new URL(args.request.url).searchParams.get("state") === "draft") return redirect(draftList.path);
  return json(await loadDocuments(args, deliveryList));
}

const RECEIVED = { inspect: "検収済みにする" };
const ACTS = { send: "送付", bill: "請求書を作る", postpone: "来月に回す", cancel: "取消" };

export async function action(args: ActionFunctionArgs) {
  return printDocuments(args, deliveryList as never, { ...ACTS, ...RECEIVED });
}

export default function Deliveries() {
  const { who, ...data } = useLoaderData<typeof loader>();
  const primary =
    who.company_type === "buyer" ? undefined : { label: "納品書を作成", href: "/accounting/delivery/new" };
  return (
    <PrintableList
      {...data}
      list={deliveriesFor(who.company_type)}
      primary={primary}
      beside={who.company_type === "buyer" ? undefined : <a href={draftList.path}>下書き</a>}
      acts={who.company_type === "buyer" || data.filter.received ? RECEIVED : ACTS}
    />
  );
}
