import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets, SheetsNote } from "~/components/paper/Sheets";
import { daysList, WORKTIME, worktimeHref } from "~/lib/bi/worktime.list";
import { worktimePaper } from "~/lib/bi/worktime.paper";
import { dayPage } from "~/lib/bi/worktime.schema";
import { titled } from "~/lib/web/title";
import { enterWorktime, worktimeAsked } from "~/lib/web/worktime.server";

export const handle = { bare: true };
export const meta = titled("作業日報の印刷");

const MOST = 100;

/** A sheet for each person and day. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enterWorktime(args);
  const { asked } = worktimeAsked(daysList() as never, args.request);
  const page = await api.get(dayPage, "/bi/worktime/days", { ...asked, sort: "day", size: MOST });
  return json({ days: page.items, total: page.total, asked, company: who.company_name ?? "" });
}

export default function WorktimePrint() {
  const { days, total, asked, company } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`作業日報 ${days.length}枚`}
      back={{ label: "作業日報に戻る", href: worktimeHref(WORKTIME, asked) }}
    >
      {total > days.length ? (
        <SheetsNote>
          {`${total}件のうち、はじめの${days.length}件です。期間や作業者で絞り込むと、残りを印刷できます。`}
        </SheetsNote>
      ) : null}
      {days.length === 0 ? <SheetsNote>この期間の作業日報はありません。</SheetsNote> : null}
      {days.map((day) => (
        <PaperDocument key={day.tick} {...worktimePaper(day, company)} />
      ))}
    </Sheets>
  );
}
