import { STAYS } from "~/lib/vocabulary/scan";

const USUAL = 30;
export const stayText = (minutes: number) =>
  minutes === 0 ? "1回ごと" : minutes < 60 ? `${minutes}分` : `${minutes / 60}時間`;

/** In a cookie that page and script share. */
export type Memory = {
  worker_id: number | null;
  /** Milliseconds since 1970. */
  until: number;
  group_id: number | null;
  pass: string | null;
  stay: number | null;
  usual: number;
};

/** 間接作業 that has not ended. */
export const doingText = (name: string, label: string) => `${name}さんは「${label}」をしています`;

export const stayOf = ({ stay, usual }: Pick<Memory, "stay" | "usual">) => stay ?? usual;
const choice = (text: string | null | undefined) => STAYS.find((one) => String(one) === text);

const STATION_COOKIE = "koba-station";
const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

export function memoryIn(cookies: string | null, now: number): Memory {
  const text =
    (cookies ?? "")
      .split(/; */)
      .find((pair) => pair.startsWith(`${STATION_COOKIE}=`))
      ?.slice(STATION_COOKIE.length + 1) ?? "";
  const kept = new URLSearchParams(text);
  const until = whole(kept.get("u")) ?? 0;
  const stays = until > now;
  return {
    worker_id: stays ? whole(kept.get("w")) : null,
    until: stays ? until : 0,
    group_id: whole(kept.get("g")),
    pass: stays ? kept.get("k") : null,
    stay: choice(kept.get("m")) ?? null,
    usual: choice(kept.get("d")) ?? USUAL,
  };
}

export function memoryCookie(
  { worker_id, until, group_id, pass, stay, usual }: Memory,
  secure: boolean,
): string {
  const kept = new URLSearchParams({
    ...(worker_id === null ? {} : { w: String(worker_id), u: String(until) }),
    ...(group_id === null ? {} : { g: String(group_id) }),
    ...(pass && worker_id !== null ? { k: pass } : {}),
    ...(stay === null ? {} : { m: String(stay) }),
    ...(usual === USUAL ? {} : { d: String(usual) }),
  });
  return `${STATION_COOKIE}=${kept}; Path=/s; Max-Age=2592000; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** On a shared tablet only until the scan is done. */
export const withWorker = (
  memory: Memory,
  worker_id: number | null,
  pass: string | null,
  now: number,
): Memory => ({
  ...memory,
  worker_id,
  pass,
  until: worker_id === null ? 0 : now + (stayOf(memory) || USUAL) * 60_000,
});

/** Set to the factory's own minutes, it follows the factory. */
export const staying = (memory: Memory, minutes: string | null | undefined, now: number): Memory => {
  const stay = choice(minutes);
  return stay === undefined
    ? memory
    : withWorker(
        { ...memory, stay: stay === memory.usual ? null : stay },
        memory.worker_id,
        memory.pass,
        now,
      );
};
