import holidays from "@holiday-jp/holiday_jp";

/** What the calendar greys: written into its file by the build, so that no page carries the whole library. */
export const HOLIDAYS = Object.keys(holidays.holidays)
  .filter((day) => day >= "2025" && day < "2036")
  .join(" ");
