import { Timeline } from "~/components/list/Timeline";
import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { factsOf } from "~/lib/order/order.now";
import type { Order } from "~/lib/order/order.row.schema";

export const OrderLog = ({ of }: { of: Order }) => (
  <>
    <h2>履歴</h2>
    <Timeline
      entries={[...of.log].reverse().map((entry) => ({
        id: entry.key,
        who: entry.actor_name,
        when: entry.at,
        note: entry.reason ?? undefined,
        changes: factsOf(entry),
        what: [ACTIVITY_LABEL[entry.kind] ?? entry.kind, entry.about].filter(Boolean).join("　"),
      }))}
    />
  </>
);
