import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { Views } from "~/components/list/Views";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { boardChoices } from "~/lib/task/board.filter.schema";
import { tickedList } from "~/lib/task/card.form.schema";
import { cardsList } from "~/lib/task/card.list";
import { outcome } from "~/lib/task/move";
import { MOVE_MAX, moveResults } from "~/lib/task/move.schema";
import { today } from "~/lib/time/date";
import { askAll } from "~/lib/web/bulk.server";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { askShort } from "~/lib/web/parts.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("カード一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  const [data, choices] = await Promise.all([
    loadList(args, cardsList(who.company_type, null, false)),
    api.get(boardChoices, "/board/choices"),
  ]);
  return json({ ...data, choices, day: today() });
}

const ACTS = {
  accept: "承諾する",
  ship: "出荷する",
  ship_uncounted: "数えていない分も良品として出荷する",
  tag: "現品票を印刷",
  allocate: "在庫から引き当てる",
};
const DONE = {
  accept: "承諾しました",
  ship: "出荷しました",
  ship_uncounted: "出荷しました",
  unship: "元に戻しました",
};

export async function action(args: ActionFunctionArgs) {
  const { who } = await enter(args);
  if (who.company_type !== "seller") throw new Response(null, { status: 403 });
  const asked = await askAll(args, cardsList(who.company_type, null, false) as never, ACTS, MOVE_MAX);
  if (asked) return asked;
  return submit(args, tickedList, async (api, { ids, act: pressed }, key) => {
    const known = pressed.endsWith(".known");
    const act = pressed.replace(".known", "") as keyof typeof DONE | "tag" | "allocate";
    if (act === "tag" || act === "allocate")
      return redirect(`/task/${act}?${new URLSearchParams(ids.map((one) => ["key", String(one.key)]))}`, 303);
    const to = `/task/list${new URL(args.request.url).search}`;
    const ships = act === "ship" || act === "ship_uncounted" ? act : null;
    const asks = ships && !known ? await askShort(api, ids, ships, ACTS[ships]) : null;
    if (asks) return asks;
    const results = await api.post(
      moveResults,
      `/cards/${ships ? "ship" : act}`,
      { cards: ids, uncounted: act === "ship_uncounted" },
      key,
    );
    const text = outcome(results, DONE[act]);
    if (!ships || results.num_moved === 0)
      return flash(args, to, text, results.num_moved > 0 ? "success" : "error");
    const shipped = results.items
      .filter(({ ok }) => ok)
      .map((one) => `${one.key}.${one.version}`)
      .join(" ");
    return flashUndo(args, to, text, {
      action: to,
      fields: { act: "unship", ids: shipped },
      log: "/task/shipped",
    });
  });
}

const bulk = (state: string | undefined, mayAllocate: boolean) => (
  <>
    <Button tone={state === "ready" ? undefined : "primary"} name="act" value="accept">
      {ACTS.accept}
    </Button>
    <Button tone={state === "ready" ? "primary" : undefined} name="act" value="ship">
      {ACTS.ship}
    </Button>
    {state === "ready" ? (
      <Button name="act" value="ship_uncounted">
        {ACTS.ship_uncounted}
      </Button>
    ) : null}
    <Button name="act" value="tag">
      {ACTS.tag}
    </Button>
    {mayAllocate ? (
      <Button name="act" value="allocate">
        {ACTS.allocate}
      </Button>
    ) : null}
  </>
);

export default function Cards() {
  const { page, filter, turned, amounts, who, choices, day } = useLoaderData<typeof loader>();
  const { after: _, before: __, ...rest } = filter;
  const query = new URLSearchParams(rest);
  const answer = bulkAnswer(useActionData());
  const seller = who.company_type === "seller";
  return (
    <ListPage
      list={cardsList(who.company_type, choices, false, day)}
      page={page}
      filter={filter}
      turned={turned}
      amounts={amounts}
      bulk={seller ? bulk(rest.state, who.permissions.includes("inventory")) : undefined}
      answer={answer}
      beside={
        <Views
          views={[
            { label: "カンバン", href: `/task/kanban?${query}` },
            { label: "一覧", href: `/task/list?${query}`, here: true },
          ]}
        />
      }
      csv={`/task/list.csv?${query}`}
      intake={seller ? "/task/import" : undefined}
      primary={seller ? { label: "カード追加", href: "/task/new" } : undefined}
    />
  );
}
