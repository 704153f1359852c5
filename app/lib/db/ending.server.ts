/** What is to be done once, when all else of the transaction is written and before it is committed. */
type Last = () => Promise<void>;

const waiting = new WeakMap<object, Map<string, Last>>();

/** The first of a name stands: it looks at what there is by then. */
export function atEnd(tx: object, name: string, run: Last): void {
  const known = waiting.get(tx) ?? new Map<string, Last>();
  waiting.set(tx, known);
  if (!known.has(name)) known.set(name, run);
}

export const endsWithMore = (tx: object): boolean => waiting.has(tx);
export const forgetEnd = (tx: object): boolean => waiting.delete(tx);

export async function runAtEnd(tx: object): Promise<void> {
  for (let left = waiting.get(tx); left; left = waiting.get(tx)) {
    waiting.delete(tx);
    for (const run of left.values()) await run();
  }
}
