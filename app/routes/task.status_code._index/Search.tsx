import { Button, LinkButton } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";

type Props = { kind: string; title: string; q?: string; view: string; group_id?: string };

export function Search({ kind, title, q, view, group_id }: Props) {
  return (
    <form method="get" data-enhance="submit" role="search" className="flex flex-wrap items-end gap-2">
      <input type="hidden" name="kind" value={kind} />
      {group_id ? <input type="hidden" name="group_id" value={group_id} /> : null}
      {view === "list" ? <input type="hidden" name="view" value="list" /> : null}
      <input
        type="search"
        name="q"
        defaultValue={q}
        aria-label={`${title}の検索`}
        autoComplete="off"
        className={`${INPUT} w-64 max-desk:flex-1`}
      />
      <Button>絞り込む</Button>
      {group_id ? <LinkButton href={`/task/status_code?kind=${kind}`}>すべての工程を見る</LinkButton> : null}
    </form>
  );
}
