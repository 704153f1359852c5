import { codesOf } from "~/lib/code/code.list.server";
import { codeFilter } from "~/lib/code/code.schema";
import { countReads } from "~/lib/code/code.server";
import type { Clock } from "./world.clock.server";
import type { Act } from "./world.stage.server";

export function scanActs(username: string, clock: Clock): Act[] {
  return [0.2, 0.5, 0.8].map(
    (time): Act => ({
      at: clock.instant(time),
      username,
      origin: "QR",
      async run(tx, who) {
        for (const kind of ["process", "worker", "operation"]) {
          const { items } = await codesOf(tx, who, codeFilter.parse({ kind }));
          await countReads(
            tx,
            who,
            items.filter((_, index) => index % 2 === 0).map((row) => row.token),
          );
        }
      },
    }),
  );
}
