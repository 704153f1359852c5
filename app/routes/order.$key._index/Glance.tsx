import { LargeFacts } from "~/components/list/LargeFacts";
import { Papers, type Wait, Waits } from "~/components/list/Waits";
import { formatYen } from "~/lib/money/decimal";
import type { Order } from "~/lib/order/order.row.schema";
import { today } from "~/lib/time/date";
import { cameOf, dueOf, othersWait } from "./waits";

/** What waits, what is late, what came and what it costs, then the papers that belong to it. */
export function Glance({ of, waits, isBuyer }: { of: Order; waits: Wait[]; isBuyer: boolean }) {
  const others = othersWait(of, { isBuyer });
  return (
    <>
      <Waits waits={waits} />
      {others.length > 0 ? <p className="text-muted">{others.join("　")}</p> : null}
      <LargeFacts
        facts={[
          { label: "次の納期", ...dueOf(of.lines, today()) },
          { label: "納品", ...cameOf(of.lines) },
          of.amounts && {
            label: "合計（税抜）",
            value: of.price === null ? "未定" : formatYen(of.price),
            note: of.payment_terms,
          },
        ]}
      />
      <Papers
        kinds={[
          { label: "納品書", papers: of.deliveries, at: "/accounting/delivery" },
          { label: "請求書", papers: of.invoices, at: "/accounting/invoice" },
        ]}
      />
    </>
  );
}
