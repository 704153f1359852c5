import { Timeline } from "~/components/list/Timeline";
import { changesOf } from "~/lib/task/activity";
import { ACTIVITY_LABEL } from "~/lib/task/activity.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";

export function Log({ log }: Pick<CardDetail, "log">) {
  return (
    <Timeline entries={[...log].reverse().map((entry) => ({
      id: entry.key, who: `${entry.actor_name}（${entry.origin}）`, when: entry.at, what: ACTIVITY_LABEL[entry.kind] ?? entry.kind,
      changes: entry.kind === "created" ? undefined : changesOf(entry), note: entry.reason ?? undefined,
    }))} />
  );
}
