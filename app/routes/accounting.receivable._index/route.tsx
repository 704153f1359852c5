import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { listHref } from "~/components/list/FilterBar";
import { ListPage } from "~/components/list/ListPage";
import { SHEETS_MAX } from "~/lib/accounting/document.paper";
import { type BulkAnswer, bulkAnswer } from "~/lib/list/bulk.schema";
import type { List } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { BALANCES, type BalanceRow, balanceList, balanceSummary } from "~/lib/receivable/balance.list";
import { type Statement, statement } from "~/lib/receivable/statement.schema";
import { formatDate } from "~/lib/time/date";
import { askAll } from "~/lib/web/bulk.server";
import { filterOf, loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { ReceivableTabs } from "../shared/receivable.tabs";
import { BalanceTiles } from "./BalanceTiles";
import { OpenRows } from "./OpenRows";

export const meta = titled("売掛・請求残");

const ACTS = { ledger: "元帳を印刷", confirm: "残高確認書を印刷" };
/** So many partners may stand open at once. */
const OPEN_MOST = 10;
const openIds = (filter: Record<string, string>) =>
  [...new Set((filter.open ?? "").split(","))].filter(Boolean).slice(0, OPEN_MOST);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const list = balanceList([]);
  const { on } = filterOf(list as unknown as List, args.request);
  const [data, summary] = await Promise.all([
    loadList(args, list),
    api.get(balanceSummary, "/receivables/summary", { on }),
  ]);
  const shown = openIds(data.filter).filter((id) => data.page.items.some((row) => row.buyer_id === id));
  const opened = await Promise.all(
    shown.map((buyer_id) => api.get(statement, "/receivables/statement", { buyer_id, on })),
  );
  return json({
    ...data,
    summary,
    opened: Object.fromEntries(opened.map((one) => [one.buyer.id, one])) as Record<string, Statement>,
    csv: `${BALANCES}.csv?${new URLSearchParams(data.filter)}`,
  });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const form = await formOf(args);
  const list = balanceList([]) as unknown as List;
  const { on = "" } = filterOf(list, args.request);
  if (form.get("act") === "pay") {
    const ids = form.getAll("ids").map(String);
    if (ids.length === 1 && form.get("all") !== "on")
      return redirect(`${BALANCES}/payment/new?${new URLSearchParams({ buyer_id: ids[0]! })}`, 303);
    const problem = "入金登録は1社ずつ行います。取引先を1社だけ選択してください。";
    return json<BulkAnswer>({ problem }, { status: 422 });
  }
  const asked = await askAll(args, list, ACTS, SHEETS_MAX);
  if (asked) return asked;
  const query = new URLSearchParams(form.getAll("ids").map((id) => ["buyer_id", String(id)]));
  if (query.size === 0) return redirect(BALANCES, 303);
  if (on) query.set(form.get("act") === "ledger" ? "to" : "on", on);
  const sheets = form.get("act") === "ledger" ? "ledger" : "statement";
  return redirect(`${BALANCES}/${sheets}/print?${query}`, 303);
}

export default function Balances() {
  const { summary, opened, filter, ...data } = useLoaderData<typeof loader>();
  const toggled = ({ buyer_id }: BalanceRow) => {
    const ids = Object.keys(opened);
    const next = ids.includes(buyer_id) ? ids.filter((id) => id !== buyer_id) : [...ids, buyer_id];
    return listHref(BALANCES, { ...filter, open: next.join(",") });
  };
  const list = balanceList(summary.closing_days, {
    isOpen: ({ buyer_id }) => Object.hasOwn(opened, buyer_id),
    href: toggled,
  });
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">売掛・請求残</h1>
      <ReceivableTabs current={BALANCES} />
      <BalanceTiles summary={summary} />
      <ListPage
        {...data}
        list={list}
        filter={filter}
        under
        primary={{ label: "入金登録", href: `${BALANCES}/payment/new` }}
        answer={bulkAnswer(useActionData())}
        below={(row: BalanceRow) => (opened[row.buyer_id] ? <OpenRows of={opened[row.buyer_id]!} /> : null)}
        bulk={
          <>
            <Button name="act" value="pay">
              入金登録
            </Button>
            {Object.entries(ACTS).map(([act, label]) => (
              <Button key={act} name="act" value={act}>
                {label}
              </Button>
            ))}
          </>
        }
      >
        {summary.awaiting_return > 0 ? (
          <p className="text-warn">
            <a href={`/accounting/delivery?awaiting_on=${summary.on}`}>
              返品待ち {formatYen(summary.awaiting_return)}（税込）
            </a>
            ：請求後に不合格になり、返品が未発行です。発行するまで売掛残から引きません。
          </p>
        ) : null}
        <p className="text-note text-muted">
          {formatDate(summary.on)} 現在。
          <span className="max-desk:hidden">
            売掛残＝うち未請求（税込の見込み）＋うち請求残。請求残＝期日前から前受までの合計＝前月残＋当月売上＋消費税−当月入金−値引等。
          </span>
        </p>
      </ListPage>
    </section>
  );
}
