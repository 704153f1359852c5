import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Tabs } from "~/components/list/Tabs";
import { periodText } from "~/lib/bi/stat.words";
import { periodTabs, viewTabs, WORKTIME_SUMS, worktimeHref } from "~/lib/bi/worktime.list";
import type { SUMS } from "~/lib/bi/worktime.schema";
import { sumsList } from "~/lib/bi/worktime.sums";
import { COUNTING } from "~/lib/bi/worktime.words";
import { today } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { loadWorktime } from "~/lib/web/worktime.server";

export const meta = titled("作業日報の集計");

export async function loader(args: LoaderFunctionArgs) {
  const day = today();
  return json(await loadWorktime(args, sumsList({ from: day, to: day })));
}

export default function WorktimeSums() {
  const { asked, choices, period, refused, ...data } = useLoaderData<typeof loader>();
  const by = (asked.by ?? "worker") as (typeof SUMS)[number];
  return (
    <ListPage
      {...data}
      list={sumsList(period, by, choices, choices.worker_id.length > 0)}
      filter={{ ...data.filter, ...period, by, ...data.wrong }}
      csv={worktimeHref(`${WORKTIME_SUMS}.csv`, asked)}
      beside={<span className="text-muted tabular-nums">{periodText({ period })}</span>}
    >
      <Tabs
        folded
        label="表示"
        tabs={viewTabs(asked)}
        current={worktimeHref(WORKTIME_SUMS, { ...asked, by: undefined })}
      />
      <Tabs
        folded
        label="期間"
        tabs={periodTabs(WORKTIME_SUMS, asked)}
        current={worktimeHref(WORKTIME_SUMS, asked, { period: asked.period ?? "month" })}
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
