import { and, asc, eq } from "drizzle-orm";
import { addIndirect } from "~/lib/indirect/indirect.server";
import { reasonsOf } from "~/lib/shop/reason.server";
import { shiftsInput } from "~/lib/shop/shift.schema";
import { changeShifts, shiftSettings } from "~/lib/shop/shift.server";
import { worker } from "~/lib/tables/worker.table.server";
import { startInstant } from "~/lib/time/date";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

const WHOLE = {
  whose: "all",
  shift_start: "8:00",
  shift_end: "17:00",
  breaks: "10:00-10:10、12:00-12:50、15:00-15:10",
};
/** Days ago, whose, what, from and to. */
const DONE = [
  [1, 0, "朝礼・会議", "08:00", "08:20"],
  [1, 1, "朝礼・会議", "08:00", "08:20"],
  [1, 2, "清掃", "16:30", "17:00"],
  [2, 0, "清掃", "16:40", "17:00"],
  [2, 3, "運搬", "13:30", "14:10"],
  [3, 1, "教育", "15:10", "16:30"],
  [3, 4, "待ち", "11:00", "11:40"],
] as const;

/** 勤務時間 of the factory, and what its people did at no card on the last days. */
export function indirectActs(shop: Shop, clock: Clock): Act[] {
  const settings: Act = {
    at: clock.instant(-132),
    username: shop.boss,
    run: async (tx, who) => {
      const { version } = await shiftSettings(tx, who);
      await changeShifts(tx, who, shiftsInput.parse({ version, shifts: [WHOLE] }));
    },
  };
  const done: Act = {
    at: clock.instant(-0.1),
    username: shop.boss,
    run: async (tx, who) => {
      const people = await tx
        .select({ worker_id: worker.worker_id })
        .from(worker)
        .where(and(eq(worker.company_id, who.company_id), eq(worker.is_active, true)))
        .orderBy(asc(worker.sort), asc(worker.worker_id));
      const kinds = (await reasonsOf(tx, who.company_id, false)).filter(({ kind }) => kind === "indirect");
      for (const [ago, whose, label, from, to] of DONE) {
        const person = people[whose];
        const kind = kinds.find((one) => one.label === label);
        if (!person || !kind) continue;
        const midnight = startInstant(clock.date(-ago));
        const at = (text: string) =>
          new Date(midnight + (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * 60_000).toISOString();
        const times = { work_start: at(from), work_end: at(to) };
        await addIndirect(tx, who, {
          worker_id: person.worker_id,
          reason_id: kind.reason_id,
          ...times,
          note: label === "待ち" ? "材料待ち" : undefined,
        });
      }
    },
  };
  return [settings, done];
}
