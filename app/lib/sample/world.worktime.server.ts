import { reviewing } from "~/lib/bi/worktime.review.schema";
import { reviewDays } from "~/lib/bi/worktime.review.server";
import { daysAsked } from "~/lib/bi/worktime.schema";
import { listDays } from "~/lib/bi/worktime.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

const GAP = 15;

/** 作業日報 of the days before: one is approved, and one goes back for what nobody wrote down. */
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
        const back = ended.find(({ gap_minutes }) => gap_minutes >= GAP);
        const whole = ended.find((day) => day !== back && day.gap_minutes === 0);
        if (whole) await reviewDays(tx, who, reviewing.parse({ days: whole.tick, act: "approve" }));
        const reason = "記録のない時間があります。何をしていたかを追記してください。";
        if (back) await reviewDays(tx, who, reviewing.parse({ days: back.tick, act: "return", reason }));
      },
    },
  ];
}
