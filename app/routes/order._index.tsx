import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PrintableList } from "~/components/list/PrintableList";
import { draftList } from "~/lib/order/draft.list";
import { orderList } from "~/lib/order/order.list";
import { DRAFT_STATE, orderListFor } from "~/lib/order/order.list.choices";
import { reminded } from "~/lib/order/order.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { ApiError } from "~/lib/web/api.server";
import { printDocuments } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { filterOf, loadList, readPage } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("外注依頼書");
const REMIND = { remind: "催促" };
const ACTS = { ...REMIND, inspect: "受入・検収" };

/** A condition that asks too much is said over the list without it. */
async function refusedList(args: LoaderFunctionArgs, error: unknown): Promise<Response> {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  const { min_price: _, max_price: __, ...filter } = filterOf(orderList as never, args.request);
  return flash(args, `/order?${new URLSearchParams(filter)}`, error.detail, "error", 0);
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  if (new URL(args.request.url).searchParams.get("status") === DRAFT_STATE)
    return redirect("/order/draft") as never;
  const data = await loadList(args, orderList).catch((error: unknown) => refusedList(args, error));
  if (data instanceof Response) return data as never;
  const [sellers, drafts] = await Promise.all([
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
    readPage(api, draftList, {}),
  ]);
  const query = new URLSearchParams(data.filter);
  return json({
    ...data,
    csv: `/order.csv?${query}`,
    lines: `/order/line.csv?${query}`,
    num_drafts: drafts.items.length,
    sellers: sellers.items.map(({ id, name }) => ({ value: id, label: name })),
  });
}

/** 催促 is done at once: it is told once a day, whoever presses it how often. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const form = await formOf(args);
  const list = orderList as never;
  if (form.get("act") !== "remind" || form.get("all") === "on") return printDocuments(args, list, ACTS);
  const keys = form.getAll("ids").flatMap((id) => (/^\d{1,15}$/.test(String(id)) ? Number(id) : []));
  const back = `/order?${new URLSearchParams(filterOf(list, args.request))}`;
  if (keys.length === 0) return redirect(back, 303);
  const { num } = await api.post(reminded, "/orders/remind", { keys }, crypto.randomUUID());
  const rest = new Set(keys).size - num;
  const left = rest > 0 ? `残りの${rest}件は、回答を待っていないか、今日もう催促しています。` : "";
  return num > 0
    ? flash(args, back, `${num}件に送りました。${left}`)
    : flash(args, back, "回答を待っていて、今日まだ催促していない依頼はありません。", "info");
}

export default function Orders() {
  const { num_drafts, sellers, ...data } = useLoaderData<typeof loader>();
  return (
    <PrintableList
      {...data}
      list={orderListFor(sellers, data.amounts || data.who.company_type === "buyer", num_drafts)}
      acts={data.amounts && data.who.company_type === "buyer" ? ACTS : REMIND}
      beside={
        <>
          <a href="/order/draft">下書き{num_drafts > 0 ? `（${num_drafts}件）` : ""}</a>
          <a href="/task/order/supply">支給品</a>
        </>
      }
      primary={{ label: "外注依頼を作る", href: "/order/new" }}
    />
  );
}
