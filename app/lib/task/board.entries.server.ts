import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { touch } from "~/lib/db/touch.server";
import type { Entry } from "~/lib/log/entry";
import type { Subject } from "~/lib/vocabulary/activity";

const ON_BOARDS = new Set<Subject>(["card", "factory", "file"]);

export function refreshBoards(db: Tx, _who: Who, entries: Entry[]): void {
  const seen = entries.filter(({ subject }) => ON_BOARDS.has(subject));
  touch(
    db,
    seen.flatMap(({ seller_id, buyer_id }) => [seller_id, buyer_id]),
  );
}
