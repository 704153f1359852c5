import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { readInstant } from "./instant";

dayjs.extend(utc);

const TOKYO = 9 * 3_600_000;
const two = (n: number) => String(n).padStart(2, "0");

/** The moment as its clocks in Tokyo show it. */
const inTokyo = (instant: Date | string | number) => dayjs.utc(readInstant(instant).getTime() + TOKYO);

/**
 * UTC instant -> Tokyo '2026/11/21 18:05'. Of a list's every row: put together here, for `format` reads its
 * pattern each time.
 */
export function formatDateTime(instant: Date | string | number): string {
  const at = inTokyo(instant);
  return `${at.year()}/${two(at.month() + 1)}/${two(at.date())} ${two(at.hour())}:${two(at.minute())}`;
}

/** UTC instant -> Tokyo '18:05'. */
export function formatTime(instant: Date | string | number): string {
  return inTokyo(instant).format("HH:mm");
}

/** UTC instant -> Tokyo '2026-11-21T18:05', as a field for date and time takes it. */
export function tokyoLocal(instant: Date | string | number): string {
  return inTokyo(instant).format("YYYY-MM-DDTHH:mm");
}
