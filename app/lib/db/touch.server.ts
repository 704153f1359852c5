const touched = new WeakMap<object, Set<string>>();

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
