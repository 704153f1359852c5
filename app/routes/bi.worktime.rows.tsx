import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Tabs } from "~/components/list/Tabs";
import { periodText } from "~/lib/bi/stat.words";
import { periodTabs, viewTabs, WORKTIME_ROWS, worktimeHref } from "~/lib/bi/worktime.list";
import { rowsList } from "~/lib/bi/worktime.rows.list";
import { COUNTING } from "~/lib/bi/worktime.words";
import { titled } from "~/lib/web/title";
import { loadWorktime } from "~/lib/web/worktime.server";

export const meta = titled("作業日報の明細");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadWorktime(args, rowsList()));
}

export default function WorktimeRows() {
  const { asked, choices, period, refused, ...data } = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...data}
      list={rowsList(choices, choices.worker_id.length > 0)}
      filter={{ ...data.filter, ...period, ...data.wrong }}
      csv={worktimeHref(`${WORKTIME_ROWS}.csv`, asked)}
      beside={<span className="text-muted tabular-nums">{periodText({ period })}</span>}
    >
      <Tabs folded label="表示" tabs={viewTabs(asked)} current={worktimeHref(WORKTIME_ROWS, asked)} />
      <Tabs
        folded
        label="期間"
        tabs={periodTabs(WORKTIME_ROWS, asked)}
        current={worktimeHref(WORKTIME_ROWS, asked, { period: asked.period ?? "month" })}
      />
      {refused ? (
        <p role="alert" className="font-bold text-bad">
          {refused}
        </p>
      ) : null}
      <p className="text-note text-muted">{COUNTING}</p>
    </ListPage>
  );
}
