import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ColumnPicker } from "~/components/list/ColumnPicker";
import { Empty } from "~/components/list/Empty";
import { chips, FilterBar, isWrong } from "~/components/list/FilterBar";
import { Foldable, FoldLabel } from "~/components/list/Foldable";
import { shownOf, unpaged } from "~/lib/list/list.schema";
import { movableList, placesOf, usualPartners } from "~/lib/scan/movable.list";
import { movePicked } from "~/lib/scan/movable.schema";
import { moveResults } from "~/lib/task/move.schema";
import { workerOptions } from "~/lib/task/worker.pick";
import { loadMovable, scanned } from "~/lib/web/movable.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Pick } from "./Pick";
import { perform } from "./perform";
import { Results } from "./Results";
import { Scan } from "./Scan";
import { type Answer, shownResults, typedIn } from "./step";

export const meta = titled("カード一括移動");

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const to = await scanned(args, visitor.api);
  if (to) throw redirect(to, 302);
  const stocked = visitor.who.permissions.includes("inventory");
  return json({ ...(await loadMovable(args, visitor)), stocked, idempotency_key: crypto.randomUUID() });
}

/** 選び直す brings the form back; `show`: what a script has moved part by part. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const form = await formOf(args);
  const go = form.get("go");
  const initialValue = typedIn(form);
  const idempotency_key = crypto.randomUUID();
  if (go === "edit") return json({ reply: { initialValue }, idempotency_key } satisfies Answer);
  if (go === "allocate") {
    const keys = form.getAll("ids").map((id) => ["key", String(id).split(".")[0]!]);
    return redirect(`/task/allocate?${new URLSearchParams(keys)}`, 303);
  }
  if (go === "show") {
    return json({
      reply: { initialValue },
      idempotency_key,
      step: "done",
      results: shownResults(form.get("results")),
    } satisfies Answer);
  }
  if (go === "undo") {
    return submit(args, movePicked, async (api, { ids }, key) => {
      const results = await api.post(moveResults, "/cards/undo", { cards: ids }, key);
      return json({ reply: {}, idempotency_key: key, step: "undone", results } satisfies Answer);
    });
  }
  return perform(args, String(go));
}

export default function BulkMove() {
  const {
    cards,
    heard,
    processes,
    buyers,
    partners,
    workers,
    stocked,
    filter,
    turned,
    all,
    idempotency_key,
  } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const list = movableList(processes, buyers);
  const active = chips(list, filter);
  const back = `/task/move?${new URLSearchParams(filter)}`;
  const named = new Set(cards.named);
  const options = {
    places: placesOf(processes),
    workers: workerOptions(workers),
    partners: partners.map(({ id, name }) => ({ value: id, label: name })),
  };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3" data-rare data-move>
      <Foldable open={isWrong(list, filter)}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1>カード一括移動</h1>
          {answer?.results ? null : <FoldLabel />}
          {cards.items.length > 0 && !answer ? (
            <ColumnPicker path={list.path} columns={list.columns as never} turned={turned} filter={filter} />
          ) : null}
        </header>
        {answer?.results ? null : <FilterBar list={list} filter={filter} active={active} />}
      </Foldable>
      {answer?.results ? (
        <Results answer={answer} results={answer.results} back={back} options={options} />
      ) : (
        <>
          <Scan filter={filter} heard={heard} missing={cards.missing} />
          {cards.items.length === 0 ? (
            <div className="rounded border border-line bg-surface">
              {filter.group_id ? (
                <Empty text={list.empty.unmatched!} action={{ label: "条件をクリア", href: "/task/move" }} />
              ) : (
                <Empty text={list.empty.none.text} />
              )}
            </div>
          ) : (
            <Pick
              {...options}
              columns={shownOf(list.columns, turned)}
              answer={answer}
              idempotency_key={answer?.idempotency_key ?? idempotency_key}
              back={back}
              usual={usualPartners(processes, partners)}
              more={cards.more}
              stocked={stocked}
              named={cards.items.filter((one) => all || named.has(one.id)).map((one) => one.tick)}
              page={{ ...unpaged(cards.items), total: cards.total }}
            />
          )}
        </>
      )}
    </section>
  );
}
