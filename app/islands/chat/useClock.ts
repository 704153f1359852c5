import { useEffect, useState } from "react";

const EVERY_MS = 20_000;

/** The server's clock, however wrong the device's is. */
export function useClock(start: number): number {
  const [now, setNow] = useState(start);
  useEffect(() => {
    const behind = start - Date.now();
    const timer = setInterval(() => setNow(Date.now() + behind), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
