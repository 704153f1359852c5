import { OneTap } from "~/components/form/OneTap";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { runsUnmanned } from "~/lib/task/work";
import type { CardWork } from "~/lib/task/work.page.schema";

/** From the person at the machine to the machine by itself, and back. */
export function Turn({ card, processes, work }: Pick<CardDetail, "card" | "processes"> & { work: CardWork }) {
  const runs = runsUnmanned(processes, card.group_id);
  const open = work.works.filter((row) => row.work_end === null);
  const alone = open.find((row) => row.is_unmanned);
  const one = alone ?? open[0];
  if (!one || (!alone && !runs) || (alone && open.length > 1)) return null;
  return (
    <OneTap
      action={`/task/${card.key}/start`}
      fields={{
        version: card.version,
        worker_ids: one.worker_id ?? "",
        takes_over: "on",
        is_unmanned: alone ? "" : "on",
      }}
    >
      {alone ? "人の作業にする" : "無人運転にする"}
    </OneTap>
  );
}
