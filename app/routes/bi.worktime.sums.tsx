import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { periodText } from "~/lib/bi/stat.words";
import { WORKTIME_SUMS, worktimeHref } from "~/lib/bi/worktime.list";
import type { SumsBy } from "~/lib/bi/worktime.schema";
import { sumsList } from "~/lib/bi/worktime.sums";
import { today } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { loadWorktime } from "~/lib/web/worktime.server";
import { WorktimeTabs } from "./shared/worktime.tabs";

export const meta = titled("作業日報の集計");

export async function loader(args: LoaderFunctionArgs) {
  const day = today();
  return json(await loadWorktime(args, sumsList({ from: day, to: day })));
}

export default function WorktimeSums() {
  const { asked, choices, period, refused, ...data } = useLoaderData<typeof loader>();
  const by = (asked.by ?? "worker") as SumsBy;
  return (
    <ListPage
      {...data}
      list={sumsList(period, by, choices, choices.worker_id.length > 0)}
      filter={{ ...data.filter, ...period, by, ...data.wrong }}
      csv={worktimeHref(`${WORKTIME_SUMS}.csv`, asked)}
      beside={<span className="text-muted tabular-nums">{periodText({ period })}</span>}
    >
      <WorktimeTabs path={WORKTIME_SUMS} asked={asked} refused={refused} />
    </ListPage>
  );
}
