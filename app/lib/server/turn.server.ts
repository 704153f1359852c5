const AT_ONCE = 4;

type Line = { busy: number; waiting: (() => void)[] };

/**
 * Whoever wants what many want waits here, in the order of asking: at a locked row each would hold one of the
 * few connections until nobody else had one.
 */
export function turns(most = AT_ONCE) {
  const lines = new Map<string, Line>();
  return async function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    const line = lines.get(name) ?? { busy: 0, waiting: [] };
    lines.set(name, line);
    if (line.busy < most) line.busy++;
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      return await run();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.busy === 0) lines.delete(name);
    }
  };
}
