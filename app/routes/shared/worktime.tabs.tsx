import { Alert } from "~/components/frame/Alert";
import { Tabs } from "~/components/list/Tabs";
import { periodTabs, viewTabs, worktimeHref } from "~/lib/bi/worktime.list";
import { COUNTING } from "~/lib/bi/worktime.words";

type Props = { path: string; asked: Record<string, unknown>; refused: string | null };

/** 日報, 一覧 or 集計 of a period, and how they count. */
export function WorktimeTabs({ path, asked, refused }: Props) {
  const current = worktimeHref(path, { ...asked, by: undefined });
  const period = worktimeHref(path, asked, { period: asked.period ?? "month" });
  return (
    <>
      <Tabs folded label="表示" tabs={viewTabs(asked)} current={current} />
      <Tabs folded label="期間" tabs={periodTabs(path, asked)} current={period} />
      <Alert>{refused}</Alert>
      <p className="text-note text-muted">{COUNTING}</p>
    </>
  );
}
