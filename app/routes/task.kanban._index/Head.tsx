import type { ReactNode } from "react";
import { Button, LinkButton } from "~/components/form/Button";
import { FoldLabel } from "~/components/list/Foldable";
import { Picker, TickBox } from "~/components/list/Picker";
import { Views } from "~/components/list/Views";
import { type BoardLook, CARD_PART_LABEL, CARD_PARTS } from "~/lib/task/board.preference";
import type { BoardColumn } from "~/lib/task/board.schema";

type Props = {
  title: string;
  side: "seller" | "buyer" | null;
  filter: Record<string, string>;
  look: BoardLook;
  columns: BoardColumn[];
};

export function Head({ title, side, filter, look, columns }: Props) {
  const text = new URLSearchParams(filter).toString();
  const query = text && `?${text}`;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1>{title}</h1>
      <span className="max-desk:hidden">
        <Views
          views={[
            { label: "カンバン", href: `/task/kanban${query}`, here: true },
            { label: "一覧", href: `/task/list${query}` },
          ]}
        />
      </span>
      <FoldLabel />
      <Looks look={look} columns={columns} side={side}>
        <p className="flex gap-2 desk:hidden">
          <LinkButton href={`/task/list${query}`}>一覧</LinkButton>
          {side === "seller" && <Deeds />}
        </p>
      </Looks>
      <span className="ml-auto flex flex-wrap gap-2 max-desk:hidden print:hidden">
        {side === "seller" && <LinkButton href="/task/import">CSV取込</LinkButton>}
        <LinkButton href={`/task/kanban.csv${query}`} download>
          CSV
        </LinkButton>
        <LinkButton tone="plain" href={`/task/kanban/print${query}`}>
          印刷
        </LinkButton>
        {side === "seller" && <Deeds />}
      </span>
    </header>
  );
}

const Deeds = () => (
  <>
    <LinkButton href="/s/">スキャン</LinkButton>
    <LinkButton tone="primary" href="/task/new">
      カード追加
    </LinkButton>
  </>
);

type LooksProps = Pick<Props, "look" | "columns" | "side"> & { children: ReactNode };
function Looks({ look, columns, side, children }: LooksProps) {
  const parts = CARD_PARTS.filter((part) => side === "seller" || (part !== "worker" && part !== "collab"));
  const hidden = columns.filter((column) => look.hide.includes(column.id)).length;
  return (
    <Picker label={hidden > 0 ? `表示（${hidden}列を隠しています）` : "表示"} end>
      {children}
      <form method="post" action="/task/kanban/look" className="grid gap-3">
        <input type="hidden" name="form" value={columns.map((column) => column.id).join(",")} />
        <fieldset>
          <legend className="text-note text-muted">列</legend>
          <div className="grid grid-cols-2 gap-x-6">
            {columns.map(({ id, label }) => (
              <TickBox key={id} name="column" value={id} label={label} on={!look.hide.includes(id)} />
            ))}
          </div>
          <TickBox name="filled" value="on" label="カードのない列は出さない" on={look.filled} />
        </fieldset>
        <fieldset>
          <legend className="text-note text-muted">カードの項目</legend>
          {parts.map((part) => (
            <TickBox
              key={part}
              name="part"
              value={part}
              label={CARD_PART_LABEL[part]}
              on={!look.without.includes(part)}
            />
          ))}
        </fieldset>
        <span className="flex gap-2">
          <Button tone="primary">表示を変える</Button>
          <Button name="reset" value="1" tone="plain">
            初めの表示に戻す
          </Button>
        </span>
        {side === "seller" ? (
          <p className="text-note text-muted">
            キーボードでは、矢印でカードを移り、Shiftと矢印でカードを動かします。
          </p>
        ) : null}
      </form>
    </Picker>
  );
}
