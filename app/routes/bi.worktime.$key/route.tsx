import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Refused } from "~/components/form/Refused";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Timeline } from "~/components/list/Timeline";
import { WORKTIME } from "~/lib/bi/worktime.list";
import { dayRecords } from "~/lib/bi/worktime.rows.list";
import { dayDetail } from "~/lib/bi/worktime.schema";
import { COUNTING, REVIEW_KIND_LABEL, reviewText, reviewTone } from "~/lib/bi/worktime.words";
import { unpaged } from "~/lib/list/list.schema";
import { formatDate } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";
import { titledOf } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { reviewAction } from "~/lib/web/worktime.review.server";
import { enterWorktime } from "~/lib/web/worktime.server";
import { Chart } from "../bi.worktime._index/Chart";
import { Changed } from "./Changed";
import { Review } from "./Review";

export const meta = titledOf<{ day: { worker: string; day: string } }>(
  "作業日報",
  ({ day }) => `${day.worker} ${formatDate(day.day)}`,
);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enterWorktime(args);
  const detail = await api.get(dayDetail, `/bi/worktime/days/${encodeURIComponent(args.params.key ?? "")}`);
  return json({ ...detail, isAdmin: who.is_admin, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  await enterWorktime(args);
  const form = await formOf(args);
  const back = `${WORKTIME}/${args.params.key}`;
  if (form.get("act") === "return")
    return redirect(
      `${WORKTIME}/return?${new URLSearchParams({ days: form.getAll("ids").join(" "), return: back })}`,
      303,
    );
  return reviewAction(args, back);
}

export default function WorktimeDay() {
  const { day, history, changes, reasons, isAdmin, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const stands = day.review && day.review.kind !== "withdrawn" ? day.review.kind : null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>作業日報</h1>
        <b>{day.worker}</b>
        <span className="tabular-nums">{formatDate(day.day)}</span>
        <Chip tone={reviewTone(day)}>{reviewText(day)}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          <LinkButton href={WORKTIME}>作業日報の一覧</LinkButton>
          <LinkButton href={`${WORKTIME}/print?worker_id=${day.worker_id}&from=${day.day}&to=${day.day}`}>
            日報を印刷
          </LinkButton>
        </span>
      </header>
      {again ? <Refused reply={again.reply} /> : null}
      {day.is_changed ? <Changed day={day} changes={changes} reasons={reasons} /> : null}
      {stands === "returned" ? <p className="text-bad">差戻しの理由: {day.review?.reason}</p> : null}
      <Facts
        columns={2}
        facts={[
          { label: "実働", value: minutesText(day.minutes) },
          { label: "間接", value: minutesText(day.indirect_minutes) },
          { label: "休憩", value: minutesText(day.break_minutes) },
          { label: "記録なし", value: minutesText(day.gap_minutes) },
          { label: "端数（15分未満）", value: minutesText(day.small) },
          day.over_breaks > 0 && {
            label: "作業から引いた休憩",
            value: `${minutesText(day.over_breaks)}（勤務時間の休憩。休まず働いた日は「休憩なし」を登録します）`,
          },
          day.num_left > 0 && {
            label: "未終了",
            value: `${day.num_left}件（終業までなら${minutesText(day.provisional)}、実働に入れていません）`,
          },
        ]}
      />
      {day.records.length > 0 ? <Chart days={[day]} /> : <p>この日の記録はありません。</p>}
      <Table columns={dayRecords(isAdmin)} page={unpaged(day.records)} title="この日の記録" />
      <p className="text-note text-muted">{COUNTING}</p>
      {isAdmin ? (
        <Review day={day} stands={stands} idempotency_key={again?.idempotency_key ?? idempotency_key} />
      ) : null}
      <h2>承認の記録</h2>
      <Timeline
        empty="まだ承認も差戻しもされていません。"
        entries={history.map(({ kind, reason, minutes, reviewed_by, reviewed_time }) => ({
          id: reviewed_time,
          who: reviewed_by,
          when: reviewed_time,
          what: REVIEW_KIND_LABEL[kind],
          note: reason ?? `実働 ${minutesText(minutes)}`,
        }))}
      />
    </section>
  );
}
