import { formatTime } from "~/lib/time/datetime";
import { SHELF_ACT_LABEL } from "~/lib/vocabulary/stocktake";
import type { ScanData } from "./data";

type Item = NonNullable<ScanData["shelf"]>["recent"][number];

const MARK = { done: "✓", undone: "取消済", conflict: "⚠", discarded: "" } as const;

export function Recent({ items, shelf }: { items: Item[]; shelf: string }) {
  if (items.length === 0) return null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2" aria-labelledby="recent">
      <h2 id="recent">最近の操作</h2>
      <ul className="divided rounded border border-line bg-surface">
        {items.map((one) => (
          <li key={one.client_id} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              <b className={one.state === "conflict" ? "text-warn" : undefined}>
                {MARK[one.state]} {SHELF_ACT_LABEL[one.act]}
              </b>
              <span className="ml-2 text-note text-muted">
                {formatTime(one.happened_time)}・{one.person}
              </span>
              <span className="block">{one.detail}</span>
            </span>
            {one.may_undo || one.state === "conflict" ? (
              <form method="post" action="/s/" className="shrink-0">
                <input type="hidden" name="shelf" value={shelf} />
                {one.state === "conflict" ? (
                  <button name="dismiss" value={one.client_id} className="scan-button">
                    片付ける
                  </button>
                ) : (
                  <>
                    <input type="hidden" name="act" value="stock_undo" />
                    <input type="hidden" name="undoes" value={one.client_id} />
                    <input type="hidden" name="client_id" value={`undo.${one.client_id}`} />
                    <button className="scan-button">取消</button>
                  </>
                )}
              </form>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
