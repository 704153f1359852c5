import { WORKER_STAYS_MS } from "./scan";

/** What a device remembers between scans, in a cookie that page and script share. */
export type Memory = {
  worker_id: number | null;
  /** Until when the worker stays chosen: milliseconds since 1970. */
  until: number;
  group_id: number | null;
  pass: string | null;
  /** A shared tablet: the worker is chosen for each scan. */
  once: boolean;
};

export const STATION_COOKIE = "koba-station";
const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** The memory in a Cookie header (or document.cookie); a worker whose time is over is forgotten. */
export function memoryIn(cookies: string | null, now: number): Memory {
  const text = (cookies ?? "").split(/; */).find((pair) => pair.startsWith(`${STATION_COOKIE}=`))?.slice(STATION_COOKIE.length + 1) ?? "";
  const kept = new URLSearchParams(text);
  const until = whole(kept.get("u")) ?? 0;
  const stays = until > now;
  return { worker_id: stays ? whole(kept.get("w")) : null, until: stays ? until : 0, group_id: whole(kept.get("g")),
    pass: stays ? kept.get("k") : null, once: kept.get("o") === "1" };
}

export function memoryCookie({ worker_id, until, group_id, pass, once }: Memory, secure: boolean): string {
  const kept = new URLSearchParams({
    ...(worker_id === null ? {} : { w: String(worker_id), u: String(until) }), ...(group_id === null ? {} : { g: String(group_id) }),
    ...(pass && worker_id !== null ? { k: pass } : {}), ...(once ? { o: "1" } : {}),
  });
  return `${STATION_COOKIE}=${kept}; Path=/s; Max-Age=2592000; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The same with another worker, for thirty minutes from now. */
export const withWorker = (memory: Memory, worker_id: number | null, pass: string | null, now: number): Memory =>
  ({ ...memory, worker_id, pass, until: worker_id === null ? 0 : now + WORKER_STAYS_MS });
