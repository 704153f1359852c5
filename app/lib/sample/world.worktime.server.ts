import type { Who } from "~/lib/api/who";
import { reviewing } from "~/lib/bi/worktime.review.schema";
import { reviewDays } from "~/lib/bi/worktime.review.server";
import { type DayRow, daysAsked } from "~/lib/bi/worktime.schema";
import { dayOf, listDays } from "~/lib/bi/worktime.server";
import type { Tx } from "~/lib/db/connection.server";
import { addIndirect } from "~/lib/indirect/indirect.server";
import { reasonsOf } from "~/lib/shop/reason.server";
import { startInstant } from "~/lib/time/date";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

/** What somebody forgets of a gap, in minutes. */
const FORGOTTEN = 30;
const DID = ["運搬", "教育"];

/** A worker says what the gaps of a day were, but for the end of the first and of the last. */
async function fillGaps(tx: Tx, who: Who, { worker_id, day, gaps }: DayRow): Promise<DayRow> {
  const kinds = await reasonsOf(tx, who.company_id, false);
  const midnight = startInstant(day);
  const at = (minute: number) => new Date(midnight + minute * 60_000).toISOString();
  for (const [index, [from, to]] of gaps.entries()) {
    const until = index === 0 || index === gaps.length - 1 ? to - FORGOTTEN : to;
    const kind = kinds.find((one) => one.kind === "indirect" && one.label === DID[index % DID.length]);
    if (!kind || until <= from) continue;
    const times = { work_start: at(from), work_end: at(until) };
    await addIndirect(tx, who, { worker_id, reason_id: kind.reason_id, ...times, note: undefined });
  }
  return dayOf(tx, who, { worker_id, day });
}

/** 作業日報 of the days before: one is approved, and one goes back for two gaps of which nobody knows. */
export function worktimeActs({ boss }: Shop, clock: Clock): Act[] {
  return [
    {
      at: clock.instant(0.999),
      username: boss,
      run: async (tx, who) => {
        const { items } = await listDays(tx, who, daysAsked.parse({ period: "quarter", size: 50 }));
        const ended = items.filter(
          ({ worker_id, minutes, num_left, num_going }) =>
            worker_id > 0 && minutes > 0 && num_left + num_going === 0,
        );
        const back = ended.find(({ gaps }) => gaps.length >= 2);
        const whole = ended.find((day) => day !== back && day.gap_minutes === 0);
        if (whole) await reviewDays(tx, who, reviewing.parse({ days: whole.tick, act: "approve" }));
        const reason = "記録のない時間があります。何をしていたかを追記してください。";
        if (!back) return;
        const { tick } = await fillGaps(tx, who, back);
        await reviewDays(tx, who, reviewing.parse({ days: tick, act: "return", reason }));
      },
    },
  ];
}
