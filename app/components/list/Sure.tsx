import { Button, LinkButton } from "~/components/form/Button";
import type { BulkAsk } from "~/lib/list/bulk.schema";

export function Sure({ ask: { ids, name, value, label, text }, back }: { ask: BulkAsk; back: string }) {
  return (
    <form
      method="post"
      data-enhance="submit"
      className="flex flex-wrap items-center gap-3 rounded border border-warn bg-warn-soft px-4 py-3"
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <p role="alert" data-summary tabIndex={-1} className="font-bold">
        {text}
      </p>
      <Button tone="primary" name={name} value={value}>
        {label}
      </Button>
      <LinkButton tone="plain" href={back}>
        やめる
      </LinkButton>
    </form>
  );
}
