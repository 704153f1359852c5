import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { listHref } from "~/components/list/FilterBar";
import { ListPage } from "~/components/list/ListPage";
import { monthLabel } from "~/lib/accounting/invoice";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import type { List } from "~/lib/list/list.schema";
import { usualMonth } from "~/lib/payable/match";
import { MATCH, matchList } from "~/lib/payable/match.list";
import { matchClosed, matchPicks } from "~/lib/payable/match.schema";
import { shiftMonth, today } from "~/lib/time/date";
import { askAll } from "~/lib/web/bulk.server";
import { flash } from "~/lib/web/flash.server";
import { loadList } from "~/lib/web/list.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("請求書照合");

const MOST = 200;

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, matchList);
  const month = data.page.items[0]?.ym ?? (Number(data.filter.ym) || usualMonth(today()));
  return json({ ...data, month, csv: `${MATCH}.csv?${new URLSearchParams(data.filter)}` });
}

/** What is ticked names its month and what was seen of it. */
export async function action(args: ActionFunctionArgs) {
  const asked = await askAll(args, matchList as unknown as List, { close: "照合を締める" }, MOST);
  if (asked) return asked;
  return submit(args, matchPicks, async (api, { ids: { ym, months } }, key) => {
    const { count } = await api.post(matchClosed, "/payables/match/close", { ym, months }, key);
    return flash(args, `${MATCH}?ym=${ym}`, `${count}社の${monthLabel(ym)}の照合を締めました。`);
  });
}

export default function Matches() {
  const { month, ...data } = useLoaderData<typeof loader>();
  const { filter } = data;
  const to = (n: number) => listHref(MATCH, { ...filter, ym: String(shiftMonth(month, n)) });
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={MATCH} />
      <ListPage
        {...data}
        list={matchList}
        under
        answer={bulkAnswer(useActionData())}
        beside={
          <span className="flex flex-wrap items-center gap-2">
            <b>{monthLabel(month)}</b>
            <LinkButton tone="plain" className="folded print:hidden" href={to(-1)}>
              前の月
            </LinkButton>
            <LinkButton tone="plain" className="folded print:hidden" href={to(1)}>
              次の月
            </LinkButton>
          </span>
        }
        bulk={
          <Button name="act" value="close">
            照合を締める
          </Button>
        }
      >
        <p className="text-note text-muted">
          当方は受入・検収した数と発注の単価、先方は請求書の記載です（税抜）。差額の合計が0円でも、差異のある明細に説明がなければ締められません。
        </p>
      </ListPage>
    </section>
  );
}
