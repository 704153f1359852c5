import type { Tx } from "./connection.server";

/**
 * A query that is always the same but for its placeholders: written out once for each connection, not at each
 * asking, which for a small query
 * costs more than its answer.
 */
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
