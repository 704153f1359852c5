import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { type BulkAnswer, bulkAnswer } from "~/lib/list/bulk.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { COMPARED_MAX, quoteList } from "~/lib/quote/quote.list";
import { counted } from "~/lib/quote/quote.row.schema";
import { ApiError } from "~/lib/web/api.server";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { filterOf, loadList } from "~/lib/web/list.server";
import { sendAsk } from "~/lib/web/quote.server";
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

const ACTS = { send: "送信", compare: "まとめて比較", remind: "催促", close: "締切" };
const SEND = "send_confirmed";

const DONE = {
  send: { act: "send", done: "件を送信しました。", none: "送信できる下書きはありません。" },
  close: { act: "close", done: "件を締め切りました。", none: "締め切れる見積依頼はありません。" },
  remind: { act: "remind", done: "社に催促しました。", none: "今日、催促できる依頼先はありません。" },
};

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
    if (keys.length > COMPARED_MAX)
      return flash(args, back, `比較は${COMPARED_MAX}件までです。選択を減らしてください。`, "error");
    const chosen = keys.map((key) => `key=${key}`);
    return redirect(`/order/product/compare?${chosen.join("&")}`, 303);
  }
  if (go === "send") {
    const ask = await sendAsk(api, keys, SEND);
    return ask ? json<BulkAnswer>({ ask }) : flash(args, back, "送信できる下書きはありません。", "info");
  }
  const { act, done, none } = DONE[go === SEND ? "send" : go === "close" ? "close" : "remind"];
  const body = { keys: keys.map(Number) };
  try {
    const { num } = await api.post(counted, `/quotes/${act}`, body, crypto.randomUUID());
    return flash(args, back, num > 0 ? `${num}${done}` : none, num > 0 ? "success" : "info");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return json<BulkAnswer>({ problem: error.detail }, { status: error.status });
  }
}

export default function Quotes() {
  const { page, filter, turned, amounts, printed, sellers } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={quoteList(sellers)}
      page={page}
      filter={filter}
      turned={turned}
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
