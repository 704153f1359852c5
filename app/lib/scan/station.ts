/** How many minutes a worker stays chosen, as a device may be set; 0: a shared tablet, where the worker is chosen for each scan. */
export const STAYS = [0, 15, 30, 60, 480] as const;
const USUAL = 30;
export const stayText = (minutes: number) => (minutes === 0 ? "1回ごと" : minutes < 60 ? `${minutes}分` : `${minutes / 60}時間`);

/** What a device remembers between scans, in a cookie that page and script share. */
export type Memory = {
  worker_id: number | null;
  /** Until when the worker stays chosen: milliseconds since 1970. */
  until: number;
  group_id: number | null;
  pass: string | null;
  /** One of STAYS. */
  stay: number;
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
    pass: stays ? kept.get("k") : null, stay: STAYS.find((one) => String(one) === kept.get("m")) ?? USUAL };
}

export function memoryCookie({ worker_id, until, group_id, pass, stay }: Memory, secure: boolean): string {
  const kept = new URLSearchParams({
    ...(worker_id === null ? {} : { w: String(worker_id), u: String(until) }), ...(group_id === null ? {} : { g: String(group_id) }),
    ...(pass && worker_id !== null ? { k: pass } : {}), ...(stay === USUAL ? {} : { m: String(stay) }),
  });
  return `${STATION_COOKIE}=${kept}; Path=/s; Max-Age=2592000; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The same with another worker, for as long as the device is set to; on a shared tablet, until the scan is done. */
export const withWorker = (memory: Memory, worker_id: number | null, pass: string | null, now: number): Memory =>
  ({ ...memory, worker_id, pass, until: worker_id === null ? 0 : now + (memory.stay || USUAL) * 60_000 });

/** The device set to another of STAYS, from now on. */
export const staying = (memory: Memory, minutes: string | null | undefined, now: number): Memory => {
  const stay = STAYS.find((one) => String(one) === minutes);
  return stay === undefined ? memory : withWorker({ ...memory, stay }, memory.worker_id, memory.pass, now);
};
