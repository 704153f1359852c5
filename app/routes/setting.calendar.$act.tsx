import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { holidayAdded, holidayDay, holidayYear } from "~/lib/company/calendar.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("営業日カレンダーの変更");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/setting/calendar");
}

/** One press on the calendar: `national` adds a year's 国民の祝日, `remove` makes a day a business day again. */
export async function action(args: ActionFunctionArgs) {
  if (args.params.act === "national") {
    return submit(args, holidayYear, async (api, { year }, key) => {
      const { added } = await api.post(holidayAdded, "/factories/self/holidays/national", { year }, key);
      return flash(
        args,
        `/setting/calendar?year=${year}`,
        added === 0 ? "国民の祝日は、すべて休業日です。" : `国民の祝日を${added}日加えました。`,
      );
    });
  }
  return submit(args, holidayDay, async (api, { holiday }) => {
    await api.delete(z.object({}), `/factories/self/holidays/${holiday}`);
    return flash(
      args,
      `/setting/calendar?year=${holiday.slice(0, 4)}`,
      `${formatDate(holiday)} を営業日に戻しました。`,
    );
  });
}

/** Seen only where a press was refused. */
export default function CalendarAct() {
  return (
    <p>
      カレンダーを変更できませんでした。<a href="/setting/calendar">営業日カレンダー</a>
      を開き直して、もう一度お試しください。
    </p>
  );
}
