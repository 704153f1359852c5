type Run = (items: never[]) => Promise<void>;

const waiting = new WeakMap<object, Map<Run, unknown[]>>();

/** Once, when all else of the transaction is written and before it is committed, for all that was given. */
export function atEnd<T>(tx: object, run: (items: T[]) => Promise<void>, items: T[]): void {
  const known = waiting.get(tx) ?? new Map<Run, unknown[]>();
  waiting.set(tx, known.set(run, [...(known.get(run) ?? []), ...items]));
}

export const endsWithMore = (tx: object): boolean => waiting.has(tx);
export const forgetEnd = (tx: object): boolean => waiting.delete(tx);

export async function runAtEnd(tx: object): Promise<void> {
  for (let left = waiting.get(tx); left; left = waiting.get(tx)) {
    waiting.delete(tx);
    for (const [run, items] of left) await run(items as never[]);
  }
}
