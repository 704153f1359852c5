import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { COMPARED_MAX, quoteList } from "~/lib/quote/quote.list";
import { counted } from "~/lib/quote/quote.row.schema";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { filterOf, loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("見積依頼");
const MOST = 500;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [data, sellers] = await Promise.all([
    loadList(args, quoteList()),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  return json({ ...data, sellers: sellers.items.map(({ id, name }) => ({ value: id, label: name })) });
}

const ACTS = { compare: "まとめて比較", remind: "催促", close: "締切" };

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const asked = await askAll(args, quoteList() as never, ACTS, MOST);
  if (asked) return asked;
  const form = await formOf(args);
  const keys = form
    .getAll("ids")
    .map(String)
    .filter((id) => /^\d{1,15}$/.test(id));
  const back = `/order/product?${new URLSearchParams(filterOf(quoteList() as never, args.request))}`;
  const go = String(form.get("go"));
  if (keys.length === 0) return redirect(back, 303);
  if (go === "compare") {
    const chosen = keys.slice(0, COMPARED_MAX).map((key) => `key=${key}`);
    return redirect(`/order/product/compare?${chosen.join("&")}`, 303);
  }
  const act = go === "close" ? "close" : "remind";
  const { num } = await api.post(counted, `/quotes/${act}`, { keys: keys.map(Number) }, crypto.randomUUID());
  const done = act === "close" ? `${num}件を締め切りました。` : `${num}社に催促しました。`;
  const none = act === "close" ? "締め切れる見積依頼はありません。" : "今日、催促できる依頼先はありません。";
  return flash(args, back, num > 0 ? done : none, num > 0 ? "success" : "info");
}

export default function Quotes() {
  const { page, filter, hide, amounts, printed, sellers } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={quoteList(sellers)}
      page={page}
      filter={filter}
      hide={hide}
      amounts={amounts}
      printed={printed}
      answer={bulkAnswer(useActionData())}
      csv={`/order/product.csv?${new URLSearchParams(filter)}`}
      primary={{ label: "見積を依頼する", href: "/order/product/new" }}
      bulk={Object.entries(ACTS).map(([act, label]) => (
        <Button key={act} name="go" value={act}>
          {label}
        </Button>
      ))}
    />
  );
}
