import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { LABEL_PAPER_LABEL, LABEL_PAPERS } from "~/components/paper/Labels";
import type { Page } from "~/lib/list/list.schema";
import type { CodeKind } from "~/lib/vocabulary/scan";

type Props = { kind: CodeKind; counter: string; page: Page; admin: boolean };

export function PrintBar({ kind, counter, page, admin }: Props) {
  const papers = LABEL_PAPERS.filter((paper) => paper !== "badge" || kind === "worker");
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-3 border-t-2 border-accent bg-surface px-4 py-2 max-desk:bottom-14">
      <span className="text-note text-muted">
        選ばずに印刷すると、表示中の{page.items.length}
        {counter}を印刷します。
      </span>
      <label className="ml-auto flex items-center gap-2">
        用紙
        <select name="paper" defaultValue={kind === "worker" ? "badge" : "a4-12"} className={INPUT}>
          {papers.map((paper) => (
            <option key={paper} value={paper}>
              {LABEL_PAPER_LABEL[paper]}
            </option>
          ))}
        </select>
      </label>
      <Button tone="primary">印刷</Button>
      {page.next || page.previous ? (
        <Button name="all" value="on">
          全{page.total}
          {counter}を印刷
        </Button>
      ) : null}
      {kind === "card" ? <Button formAction="/task/tag">現品票</Button> : null}
      {admin ? (
        <Button tone="danger" formAction="/task/status_code/reissue">
          再発行
        </Button>
      ) : null}
    </div>
  );
}
