import type { ReactNode } from "react";
import { Button } from "~/components/form/Button";

const BAR =
  "sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t-2 border-accent bg-surface px-4 py-2 print:hidden max-desk:bottom-14 bulk-bar";

/** Rises when a row is ticked, where the browser knows :has(); else it is always there. */
export function BulkBar({ counter, all, children }: { counter: string; all: string; children: ReactNode }) {
  return (
    <div className={BAR}>
      <b data-selected={counter} aria-live="polite">
        選択した行を
      </b>
      <Button type="reset" tone="plain" className="max-desk:ml-auto">
        選択解除
      </Button>
      <label className="flex items-center gap-2 touch:min-h-11">
        <input type="checkbox" name="all" value="on" className="h-4 w-4 accent-accent" />
        条件に合う{all}
      </label>
      <span className="flex flex-wrap gap-2 desk:ml-auto">{children}</span>
    </div>
  );
}
