import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { readInstant } from "./instant";

dayjs.extend(utc);

const TOKYO = 9 * 3_600_000;
const two = (n: number) => String(n).padStart(2, "0");

const inTokyo = (instant: Date | string | number) => dayjs.utc(readInstant(instant).getTime() + TOKYO);

/** Put together by hand: `format` reads its pattern anew for every row of a list. */
export function formatDateTime(instant: Date | string | number): string {
  const at = inTokyo(instant);
  return `${at.year()}/${two(at.month() + 1)}/${two(at.date())} ${two(at.hour())}:${two(at.minute())}`;
}

export function formatTime(instant: Date | string | number): string {
  return inTokyo(instant).format("HH:mm");
}

export function tokyoLocal(instant: Date | string | number): string {
  return inTokyo(instant).format("YYYY-MM-DDTHH:mm");
}
