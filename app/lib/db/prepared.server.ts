import type { Tx } from "./connection.server";

export function prepared<Query>(write: (db: Tx) => Query): (db: Tx) => Query {
  const known = new WeakMap<Tx, Query>();
  return (db) => {
    const before = known.get(db);
    if (before) return before;
    const made = write(db);
    known.set(db, made);
    return made;
  };
}
