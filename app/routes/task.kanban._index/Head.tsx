import { Button, LinkButton } from "~/components/form/Button";
import { CARD_PART_LABEL, CARD_PARTS, type BoardLook } from "~/lib/task/board.look";
import type { BoardColumn } from "~/lib/task/board.schema";

type Props = {
  title: string; side: "seller" | "buyer" | null; filter: Record<string, string>; look: BoardLook; columns: BoardColumn[];
};

const SWITCH = "inline-flex h-9 items-center px-3 max-desk:h-11 aria-[current]:bg-accent-soft aria-[current]:font-bold aria-[current]:text-accent";

const POP = "absolute left-0 top-full z-20 grid w-max max-w-[calc(100vw-32px)] gap-3 rounded border border-line bg-surface p-4";

/** Title, カンバン or 一覧, 表示▾, and what the board leads to. */
export function Head({ title, side, filter, look, columns }: Props) {
  const text = new URLSearchParams(filter).toString();
  const query = text && `?${text}`;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1>{title}</h1>
      <nav aria-label="表示形式" className="flex overflow-hidden rounded border border-muted/75 print:hidden">
        <a href={`/task/kanban${query}`} aria-current="page" className={SWITCH}>カンバン</a>
        <a href={`/task/list${query}`} className={SWITCH}>一覧</a>
      </nav>
      <Looks look={look} columns={columns} side={side} />
      <span className="ml-auto flex flex-wrap gap-2 print:hidden">
        <LinkButton href={`/task/kanban/print${query}`} className="max-desk:hidden">印刷</LinkButton>
        <LinkButton href={`/task/kanban.csv${query}`} download className="max-desk:hidden">CSV</LinkButton>
        {side === "seller" ? (
          <>
            <LinkButton href="/s/">スキャン</LinkButton>
            <LinkButton tone="primary" href="/task/new">カード追加</LinkButton>
          </>
        ) : null}
      </span>
    </header>
  );
}

/** 表示▾: which columns, and which parts of a card. */
function Looks({ look, columns, side }: Pick<Props, "look" | "columns" | "side">) {
  const parts = CARD_PARTS.filter((part) => side === "seller" || (part !== "worker" && part !== "collab"));
  const hidden = columns.filter((column) => look.hide.includes(column.id)).length;
  return (
    <details data-menu className="relative print:hidden">
      <summary className={`${SWITCH} rounded border border-muted/75 bg-surface`}>表示{hidden > 0 ? `（${hidden}列を隠しています）` : ""} ▾</summary>
      <form method="post" action="/task/kanban/look" className={POP}>
        <input type="hidden" name="form" value={columns.map((column) => column.id).join(",")} />
        <fieldset>
          <legend className="text-note text-muted">列</legend>
          <div className="grid grid-cols-2 gap-x-6">
            {columns.map(({ id, label }) => <Box key={id} name="column" value={id} label={label} on={!look.hide.includes(id)} />)}
          </div>
          <Box name="filled" value="on" label="カードのない列は出さない" on={look.filled} />
        </fieldset>
        <fieldset>
          <legend className="text-note text-muted">カードの項目</legend>
          {parts.map((part) => <Box key={part} name="part" value={part} label={CARD_PART_LABEL[part]} on={!look.without.includes(part)} />)}
        </fieldset>
        <span className="flex gap-2">
          <Button tone="primary">表示を変える</Button>
          <Button name="reset" value="1" tone="plain">初めの表示に戻す</Button>
        </span>
      </form>
    </details>
  );
}

function Box({ name, value, label, on }: { name: string; value: string; label: string; on: boolean }) {
  return (
    <label className="flex min-h-7 items-center gap-2 max-desk:min-h-11">
      <input type="checkbox" name={name} value={value} defaultChecked={on} className="h-4 w-4 accent-accent" />{label}
    </label>
  );
}
