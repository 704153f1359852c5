import type { SubmissionResult } from "@conform-to/dom";
import type { ReactNode } from "react";
import type { z } from "zod";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { SchemaForm } from "../form/SchemaForm";
import { Table } from "../list/Table";

type Row = { key: number };
export type DocumentsAnswer = { reply: SubmissionResult<string[]>; idempotency_key: string };
type Props<R extends Row> = {
  title: string;
  path: string;
  docs: R[];
  columns: Column<R>[];
  schema: z.ZodType;
  values?: Record<string, unknown>;
  submit: string;
  answer?: DocumentsAnswer;
  idempotency_key: string;
  children?: ReactNode;
};

/** One act on several documents: the last look at them before it is done. */
export function DocumentsForm<R extends Row>({ docs, path, columns, title, children, ...form }: Props<R>) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{title}</h1>
      <Table columns={columns as unknown as Column[]} page={unpaged(docs)} title={title} />
      <SchemaForm
        id="documents"
        schema={form.schema}
        reply={form.answer?.reply}
        values={form.values}
        submit={form.submit}
        cancel={docs.length === 1 ? `${path}/${docs[0]!.key}` : path}
        idempotency_key={form.answer?.idempotency_key ?? form.idempotency_key}
      >
        {docs.map(({ key }) => (
          <input key={key} type="hidden" name="keys" value={key} />
        ))}
        {children}
      </SchemaForm>
    </section>
  );
}
