import { OneTap } from "~/components/form/OneTap";
import { cannotAnswer } from "~/lib/task/answer";
import { nextProcess, previousProcess } from "~/lib/task/card";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";

export function Steps({
  detail: {
    card: { key, version, ...card },
    processes,
  },
}: {
  detail: CardDetail;
}) {
  if (card.group_id === NON_KANBAN_GROUP || !cannotAnswer(card)) return null;
  const [previous, next] = [previousProcess(processes, card.group_id), nextProcess(processes, card.group_id)];
  const action = `/task/${key}/move?${new URLSearchParams({ return: `/task/${key}?tab=work` })}`;
  return (
    <div role="group" aria-label="工程を移す" className="flex flex-wrap gap-3">
      {previous ? (
        <OneTap action={action} fields={{ version, group_id: previous.group_id }}>
          ← 前の工程へ（{previous.label}）
        </OneTap>
      ) : null}
      {next ? (
        <OneTap action={action} fields={{ version, group_id: next.group_id }}>
          次の工程へ（{next.label}）→
        </OneTap>
      ) : null}
    </div>
  );
}
