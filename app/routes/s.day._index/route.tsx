import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { dayPath, type WorkerDay } from "~/lib/bi/day.schema";
import { formatDate } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";
import { loadDay, takeDay } from "~/lib/web/day.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import type { loader as rootLoader } from "~/root";
import { Attendance } from "./Attendance";
import { FollowUp, wordWanted } from "./FollowUp";
import { Gap } from "./Gap";
import { Left } from "./Left";
import { People } from "./People";
import { Records } from "./Records";

export const handle = { bare: true };
export const meta = titled("今日の日報");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return loadDay(args);
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return takeDay(args);
}

/** On one screen of a phone. */
const AT_ONCE = 3;

function nothingAsked({ told, returned, total_minutes }: WorkerDay): string {
  if (told.is_absent) return "休みです。";
  if (returned) return "記入もれはありません。差戻しの理由を確かめて、違うところを直してください。";
  return total_minutes === 0 ? "この日の記録はまだありません。" : "すべて記入済みです。おつかれさまでした。";
}

export default function Day() {
  const shown = useLoaderData<typeof loader>();
  const { found, people, asks_pin, problem, key } = useActionData<typeof loader>() ?? shown;
  const message = useRouteLoaderData<typeof rootLoader>("root")!.message;
  if (!found) return <People people={people} />;
  const num = found.gaps.length + found.left.length;
  const asked = { day: found.day, worker_id: found.worker_id, idempotency_key: key };
  return (
    <main id="main" className="mx-auto grid min-h-screen max-w-[500px] content-start gap-3 px-4 pb-16 pt-2">
      <header className="flex min-h-11 flex-wrap items-center gap-x-4">
        <a href="/s/" className="inline-flex min-h-11 items-center text-note text-accent underline">
          スキャン画面
        </a>
        <a
          href="/s/day?worker=0"
          className="ml-auto inline-flex min-h-11 items-center text-note text-accent underline"
        >
          別の作業者
        </a>
      </header>
      <h1>{`${found.worker_name}さんの日報　${formatDate(found.day)}`}</h1>
      {message ? (
        <p role="status" className={message.severity === "error" ? "scan-wrong" : "scan-done"}>
          {message.text}
        </p>
      ) : null}
      {problem && !wordWanted(problem) ? (
        <p role="alert" className="scan-wrong">
          {[problem.detail, ...Object.values(problem.errors).flat()]
            .filter((one, at, all) => all.indexOf(one) === at)
            .join("　")}
        </p>
      ) : null}
      <FollowUp day={found} asked={asked} problem={problem} />
      {found.is_approved ? (
        <p className="scan-note">
          この日の作業日報は承認済みです。記入するときは理由をたずね、「承認後に訂正」として残ります。
        </p>
      ) : null}
      {found.returned ? (
        <p className="scan-wrong">
          {`差し戻されています（${found.returned.by}）：${found.returned.reason}　直したら、承認する人に伝えてください。`}
        </p>
      ) : null}
      {asks_pin ? (
        <a href={`/s/?worker=${found.worker_id}&day=${found.day}`} className="scan-button scan-first">
          暗証番号を入力する
        </a>
      ) : null}
      {num === 0 ? (
        <p className="scan-done">{nothingAsked(found)}</p>
      ) : (
        <p className="text-input">
          {`記録のない時間と、終わっていない作業が${num}件あります。古い順に回答してください。`}
        </p>
      )}
      {found.left.slice(0, AT_ONCE).map((one) => (
        <Left key={`${one.kind} ${one.key}`} one={one} asked={asked} problem={problem} />
      ))}
      {found.gaps.slice(0, Math.max(0, AT_ONCE - found.left.length)).map((gap) => (
        <Gap key={gap.from} gap={gap} day={found} asked={asked} problem={problem} />
      ))}
      {num > AT_ONCE ? <p className="text-muted">{`ほかに${num - AT_ONCE}件あります。`}</p> : null}
      {found.others.length > 0 ? (
        <nav aria-label="回答の残る日" className="grid gap-2">
          {found.others.map((one) => (
            <a key={one.day} href={dayPath(found.worker_id, one.day)} className="scan-button">
              {`${formatDate(one.day)}　${one.num}件`}
            </a>
          ))}
        </nav>
      ) : null}
      <p className="tabular-nums">
        {[
          `実働 ${minutesText(found.work_minutes)}`,
          ...(found.over_breaks > 0 ? [`（休憩 ${minutesText(found.over_breaks)}を引いた時間）`] : []),
          `間接 ${minutesText(found.indirect_minutes)}`,
          `休憩 ${minutesText(found.break_minutes)}`,
          `端数 ${minutesText(found.small_minutes)}`,
        ].join("　")}
      </p>
      <Records day={found} />
      <Attendance day={found} asked={asked} problem={problem} />
    </main>
  );
}
