import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { MOVE_MAX } from "~/lib/task/move.schema";
import { shippedList } from "~/lib/task/ship.list";
import { monthOf, periodMeant, tickedCards } from "~/lib/task/ship.list.schema";
import { formatDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("出荷済み一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  const [data, { items }] = await Promise.all([
    loadList(args, shippedList(who.company_type, [], true)),
    api.get(collaborators, "/factories/collaborators"),
  ]);
  const day = today();
  const typed = (name: string) =>
    data.filter[name] ? (parseDateInput(data.filter[name], day) ?? undefined) : undefined;
  return json({
    ...data,
    partners: items,
    period: periodMeant({ from: typed("from"), to: typed("to") }, day),
    last: monthOf(day, -1),
    month: monthOf(day),
  });
}

const ACTS = { deliver: "納品書を作る", on: "請求対象にする", off: "請求対象から外す" };

export async function action(args: ActionFunctionArgs) {
  const back = `/task/shipped${new URL(args.request.url).search}`;
  const { who } = await enter(args);
  const asked = await askAll(args, shippedList(who.company_type, [], true) as never, ACTS, MOVE_MAX);
  if (asked) return asked;
  return submit(args, tickedCards, async (api, { ids, act }, key) => {
    if (act === "deliver") {
      const [buyer_id, ...others] = [...new Set(ids.map((one) => one.buyer_id))];
      if (others.length > 0)
        return flash(
          args,
          back,
          "納品書は依頼元ごとに作ります。同じ依頼元のカードだけを選んでください。",
          "error",
        );
      return redirect(
        `/accounting/delivery/new?${new URLSearchParams([["buyer_id", buyer_id!], ...ids.map((one) => ["card", String(one.key)])])}`,
        303,
      );
    }
    const { num_changed } = await api.post(
      z.object({ num_changed: z.number() }),
      "/shipped/billing",
      { cards: ids, is_billing_target: act },
      key,
    );
    return flash(args, back, `${num_changed}件を請求対象${act === "on" ? "にしました" : "から外しました"}。`);
  });
}

export default function Shipped() {
  const { page, filter, wrong, turned, amounts, who, partners, period, last, month } =
    useLoaderData<typeof loader>();
  const answer = bulkAnswer(useActionData());
  const { after: _, before: __, ...kept } = filter;
  const href = (days: { from?: string; to?: string }) =>
    `/task/shipped?${new URLSearchParams({ ...kept, ...days })}`;
  const bulk =
    who.company_type === "buyer" ? undefined : (
      <>
        {amounts ? (
          <Button tone="primary" name="act" value="deliver">
            {ACTS.deliver}
          </Button>
        ) : null}
        <Button name="act" value="on">
          {ACTS.on}
        </Button>
        <Button name="act" value="off">
          {ACTS.off}
        </Button>
      </>
    );
  const list = shippedList(who.company_type, partners, true);
  const none = {
    text: "この期間の出荷はありません。",
    action: { label: "期間を先月にする", href: href(last) },
  };
  return (
    <ListPage
      list={{ ...list, empty: { ...list.empty, none } }}
      page={page}
      filter={{ ...filter, ...period, ...wrong }}
      turned={turned}
      amounts={amounts}
      bulk={bulk}
      answer={answer}
      csv={`/task/shipped.csv?${new URLSearchParams(kept)}`}
    >
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="tabular-nums">
          出荷日 {period.from ? formatDate(period.from) : ""} ～ {period.to ? formatDate(period.to) : ""}
        </span>
        <a
          href={href(last)}
          className="inline-flex h-9 items-center text-accent underline touch:h-11 print:hidden"
        >
          先月
        </a>
        <a
          href={href(month)}
          className="inline-flex h-9 items-center text-accent underline touch:h-11 print:hidden"
        >
          今月
        </a>
      </p>
    </ListPage>
  );
}
