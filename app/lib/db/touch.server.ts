type Listener = (companies: string[]) => void;

const touched = new WeakMap<object, Set<string>>();
const listeners = new WeakMap<object, Set<Listener>>();

/** Says that these companies' cards look different once the transaction `tx` is committed. */
export function touch(tx: object, companies: string[]): void {
  const known = touched.get(tx) ?? new Set();
  touched.set(tx, known);
  for (const id of companies) known.add(id);
}

export function takeTouched(tx: object): string[] {
  const ids = [...(touched.get(tx) ?? [])];
  touched.delete(tx);
  return ids;
}

/** Calls `listener` after each commit on this pool that has touched companies; returns how to stop. */
export function onTouched(pool: object, listener: Listener): () => void {
  const known = listeners.get(pool) ?? new Set();
  listeners.set(pool, known.add(listener));
  return () => known.delete(listener);
}

export function tellTouched(pool: object, companies: string[]): void {
  if (companies.length > 0) listeners.get(pool)?.forEach((listener) => listener(companies));
}
