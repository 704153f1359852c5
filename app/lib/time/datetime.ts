import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { readInstant } from "./instant";

dayjs.extend(utc);

const TOKYO_MINUTES = 9 * 60;

function inTokyo(instant: Date | string | number) {
  return dayjs.utc(readInstant(instant)).utcOffset(TOKYO_MINUTES);
}

/** UTC instant -> Tokyo '2026/11/21 18:05'. */
export function formatDateTime(instant: Date | string | number): string {
  return inTokyo(instant).format("YYYY/MM/DD HH:mm");
}

/** UTC instant -> Tokyo '18:05'. */
export function formatTime(instant: Date | string | number): string {
  return inTokyo(instant).format("HH:mm");
}

/** UTC instant -> Tokyo '2026-11-21T18:05', as a field for date and time takes it. */
export function tokyoLocal(instant: Date | string | number): string {
  return inTokyo(instant).format("YYYY-MM-DDTHH:mm");
}
