import { PoolFault } from "./fault.server";

const QUEUE = 200;

/** Runs at most `places` jobs at once; too long a queue is refused rather than left to time out. */
export function semaphore(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  return async function pass<T>(run: () => Promise<T>): Promise<T> {
    if (waiting.length >= QUEUE) throw new PoolFault("TooManyRequestsException", "Too many requests");
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
