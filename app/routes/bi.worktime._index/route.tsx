import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { periodText } from "~/lib/bi/stat.words";
import { daysList, WORKTIME, worktimeHref } from "~/lib/bi/worktime.list";
import { REVIEW_MAX } from "~/lib/bi/worktime.review.schema";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { askAll } from "~/lib/web/bulk.server";
import { askedBack } from "~/lib/web/return-to";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { REVIEW_ACTS, reviewAction } from "~/lib/web/worktime.review.server";
import { loadWorktime } from "~/lib/web/worktime.server";
import { WorktimeTabs } from "../shared/worktime.tabs";
import { Chart } from "./Chart";

export const handle = { script: "chart" };
export const meta = titled("作業日報");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadWorktime(args, daysList());
  return json({ ...data, isAdmin: data.who.is_admin });
}

/** 承認 and 取消 at once; a reason for 差戻し is asked for on a page of its own. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, daysList() as never, REVIEW_ACTS, REVIEW_MAX);
  if (asked) return asked;
  const form = await formOf(args);
  const back = askedBack(args.request) ?? `${WORKTIME}${new URL(args.request.url).search}`;
  if (form.get("act") === "return") {
    const days = form.getAll("ids").join(" ");
    return redirect(`${WORKTIME}/return?${new URLSearchParams({ days, return: back })}`, 303);
  }
  return reviewAction(args, back);
}

export default function Worktime() {
  const { asked, choices, period, refused, isAdmin, ...data } = useLoaderData<typeof loader>();
  const list = daysList(choices, choices.worker_id.length > 0);
  const left = data.page.items.reduce((sum, { num_left }) => sum + num_left, 0);
  return (
    <ListPage
      {...data}
      list={list}
      filter={{ ...data.filter, ...period, ...data.wrong }}
      csv={worktimeHref(`${WORKTIME}.csv`, asked)}
      answer={bulkAnswer(useActionData())}
      bulk={
        isAdmin ? (
          <>
            <Button tone="primary" name="act" value="approve">
              {REVIEW_LABEL.approve}
            </Button>
            <Button name="act" value="return">
              {REVIEW_LABEL.return}
            </Button>
            <Button name="act" value="withdraw">
              {REVIEW_LABEL.withdraw}
            </Button>
          </>
        ) : undefined
      }
      beside={
        <>
          <span className="text-muted tabular-nums">{periodText({ period })}</span>
          <span className="folded flex flex-wrap gap-2 print:hidden">
            {isAdmin && left > 0 ? (
              <LinkButton href={`${WORKTIME}/close`}>未終了を一括終了</LinkButton>
            ) : null}
            <LinkButton href={worktimeHref(`${WORKTIME}/print`, asked)}>日報を印刷</LinkButton>
          </span>
        </>
      }
    >
      <WorktimeTabs path={WORKTIME} asked={asked} refused={refused} />
      {data.page.items.length > 0 ? (
        <div className="max-desk:order-last">
          <Chart days={data.page.items} />
        </div>
      ) : null}
    </ListPage>
  );
}

const REVIEW_LABEL = { approve: "承認", return: "差戻し", withdraw: "承認・差戻しの取消" };
