import type { ReactNode } from "react";
import type { Master } from "~/lib/list/master";
import { OneTap } from "./OneTap";
import { SchemaForm } from "./SchemaForm";

type Reply = Pick<Parameters<typeof SchemaForm>[0], "reply"> & { idempotency_key: string };
type Row = Record<string, unknown> & { version: number };

/** The form of a master: without a row it adds one. */
export function Editor({
  master: { noun, list, input, change },
  id,
  enter,
  title,
  first,
  again,
  children,
}: {
  master: Master;
  id: string;
  enter?: { name: string; value: string };
  title?: string;
  first: { row: Row | null; idempotency_key: string };
  again?: Reply;
  children: ReactNode;
}) {
  const { row } = first;
  return (
    <>
      <h1>{title ?? (row ? noun : `${noun}の追加`)}</h1>
      <SchemaForm
        id={id}
        enter={enter}
        schema={row ? change : input}
        reply={again?.reply}
        version={row?.version}
        idempotency_key={row ? undefined : (again?.idempotency_key ?? first.idempotency_key)}
        values={row ?? undefined}
        submit={row ? "保存" : "追加する"}
        cancel={list.path}
        action={row ? `${list.path}/${String(row[list.key ?? "id"])}` : undefined}
      >
        {children}
      </SchemaForm>
    </>
  );
}

/** Under an editor: what takes its row out of the lists, or back in. */
export function EditorEnd({ note, ...act }: { note?: string } & Parameters<typeof OneTap>[0]) {
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      {note ? <p className="text-note text-muted">{note}</p> : null}
      <div className="justify-self-start">
        <OneTap {...act} />
      </div>
    </section>
  );
}
