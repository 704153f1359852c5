import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Empty } from "~/components/list/Empty";
import { chips, FilterBar } from "~/components/list/FilterBar";
import { collaborators } from "~/lib/setting/collaborator.schema";
import { boardMeta } from "~/lib/setting/meta.schema";
import { movable, moveAsked, moveForm, movePicked } from "~/lib/task/movable.schema";
import { movableList, placesOf } from "~/lib/task/movable.list";
import { moveResults } from "~/lib/task/move.schema";
import { json } from "~/lib/web/json.server";
import { filterOf } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Pick } from "./Pick";
import { Results } from "./Results";
import type { Answer } from "./step";

export const meta = titled("カード一括移動");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const scanned = query.get("scan")?.trim();
  if (query.has("scan")) {
    query.delete("scan");
    if (scanned) {
      // A card's number is shorter than its printed address: many of them fit into the page's own.
      const { named } = scanned.length > 200 ? { named: [] } : await api.get(movable, "/movable", { add: scanned });
      query.set("add", `${query.get("add") ?? ""} ${named.join(" ") || scanned}`.trim());
    }
    throw redirect(`/task/move?${query}`, 302);
  }
  const filter = filterOf(movableList([], []), args.request);
  const [cards, { processes }, { items: partners }] = await Promise.all([
    api.get(movable, "/movable", filter), api.get(boardMeta, "/factories/self/meta"), api.get(collaborators, "/factories/collaborators"),
  ]);
  return json({ cards, processes, partners, filter, all: query.get("all") === "on", idempotency_key: crypto.randomUUID() });
}

/** 確認 (a dry run), 移動, 元に戻す. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const go = (await formOf(args)).get("go");
  if (go === "undo") {
    return submit(args, movePicked, async (api, { ids }, key) => {
      const results = await api.post(moveResults, "/cards/undo", { cards: ids }, key);
      return json({ reply: {}, idempotency_key: key, step: "undone", results } satisfies Answer);
    });
  }
  const form = await formOf(args);
  const text = (name: string) => form.get(name)?.toString();
  const initialValue = { ids: form.getAll("ids").map(String), to: text("to"), close_work: text("close_work"), reason: text("reason") };
  return submit(args, moveForm, async (api, value, key) => {
    const [step, dry_run] = go === "move" ? ["done" as const, false] : ["check" as const, true];
    const results = await api.post(moveResults, "/cards/move", { ...moveAsked(value), dry_run }, dry_run ? crypto.randomUUID() : key);
    return json({ reply: { initialValue }, idempotency_key: key, step, results });
  });
}

export default function BulkMove() {
  const { cards, processes, partners, filter, all, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const list = movableList(processes, partners);
  const active = chips(list, filter);
  const back = `/task/move?${new URLSearchParams(filter)}`;
  const places = placesOf(processes);
  const to = answer?.reply.initialValue?.to;
  const { named } = cards;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1>カード一括移動</h1>
      {answer?.results ? (
        <Results answer={answer} results={answer.results} back={back} place={places.find((one) => one.value === to)?.label ?? ""} />
      ) : (
        <>
          <FilterBar list={list} filter={filter} active={active} />
          <form method="get" action="/task/move" className="flex flex-wrap items-end gap-3 print:hidden">
            {Object.entries(filter).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
            <div>
              <label htmlFor="scan" className="block text-note text-muted">カードを読み取って追加（現品票・番号）</label>
              <input id="scan" name="scan" autoComplete="off" autoFocus={named.length > 0} className={`${INPUT} w-40 tabular-nums`} />
            </div>
            <Button>追加</Button>
          </form>
          {cards.missing.length > 0 ? (
            <div role="alert" className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad">
              {cards.missing.map(({ id, why }) => <p key={id}>カード {id}: {why}</p>)}
            </div>
          ) : null}
          {cards.more ? <p className="text-warn">一度に移動できる300枚まで表示しています。条件で絞り込んでください。</p> : null}
          {cards.items.length === 0 ? (
            <div className="rounded border border-line bg-surface">
              {filter.group_id
                ? <Empty text={list.empty.unmatched!} action={{ label: "条件をクリア", href: "/task/move" }} />
                : <Empty text={list.empty.none.text} />}
            </div>
          ) : (
            <Pick columns={list.columns} places={places} answer={answer} idempotency_key={answer?.idempotency_key ?? idempotency_key}
              back={back} named={cards.items.filter((one) => all || named.includes(one.id)).map((one) => one.tick)}
              page={{ items: cards.items, total: cards.items.length, total_more: false, next: null, previous: null }} />
          )}
        </>
      )}
    </section>
  );
}
