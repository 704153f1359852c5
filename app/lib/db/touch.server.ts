/** By transaction. */
const touched = new WeakMap<object, Set<string>>();

/**
 * Says that these companies' cards look different once the transaction is committed: its pool then tells it
 * ("changed").
 */
export function touch(tx: object, companies: string[]): void {
  const known = touched.get(tx) ?? new Set();
  touched.set(tx, known);
  for (const id of companies) known.add(id);
}

/** What a transaction has touched, told once. */
export function takeTouched(tx: object): string[] {
  const ids = [...(touched.get(tx) ?? [])];
  touched.delete(tx);
  return ids;
}
