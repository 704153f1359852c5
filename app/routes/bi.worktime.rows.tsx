import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { periodText } from "~/lib/bi/stat.words";
import { WORKTIME_ROWS, worktimeHref } from "~/lib/bi/worktime.list";
import { rowsList } from "~/lib/bi/worktime.rows.list";
import { titled } from "~/lib/web/title";
import { loadWorktime } from "~/lib/web/worktime.server";
import { WorktimeTabs } from "./shared/worktime.tabs";

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
      <WorktimeTabs path={WORKTIME_ROWS} asked={asked} refused={refused} />
    </ListPage>
  );
}
