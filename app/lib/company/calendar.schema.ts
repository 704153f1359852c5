import { z } from "zod";
import { crossField } from "~/lib/text/cross.field";
import { optionalText } from "~/lib/text/text.schema";
import { daysBetween } from "~/lib/time/date";
import { date, optionalDate } from "~/lib/time/date.schema";

/** Days at once: a summer or new year break. */
const LONGEST = 31;
const FIRST_YEAR = 2000;

/** 休業日を加える: one day, or all from the first to the last. */
export const holidayInput = z
  .object({ holiday: date("休業日"), until: optionalDate("最終日"), label: optionalText("名称", 40) })
  .check(
    crossField(["until", "holiday"], ({ holiday, until }) => {
      const days = until === undefined ? 0 : daysBetween(holiday, until);
      return days < 0
        ? "最終日は休業日より後の日を入力してください"
        : days >= LONGEST
          ? `一度に加えられるのは${LONGEST}日までです`
          : null;
    }),
  );

export const holidayDay = z.object({ holiday: z.iso.date() });
export const holidayYear = z.object({
  year: z.coerce
    .number({ error: "年を選び直してください" })
    .int()
    .min(FIRST_YEAR, { error: "年を選び直してください" })
    .max(2050, { error: "年を選び直してください" }),
});
export const holidayAdded = z.object({ added: z.number() });
export const holidays = z.object({
  year: z.number(),
  items: z.array(z.object({ holiday: z.string(), label: z.string().nullable() })),
});
