export type Asked = { day: string; worker_id: number; idempotency_key: string };
export type Problem = {
  detail: string;
  given: Record<string, string>;
  errors: Record<string, string[]>;
} | null;

/** `id`: of the question, so that each answer has a key of its own. */
export function Hidden({
  asked: { idempotency_key, ...asked },
  id,
  ...fields
}: { asked: Asked; id: string; what: string } & Record<string, unknown>) {
  const all = { ...asked, ...fields, idempotency_key: `${idempotency_key}.${id}` };
  return (
    <>
      {Object.entries(all).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </>
  );
}

export const FIELD =
  "h-14 w-full min-w-0 rounded border border-muted/75 bg-surface px-3 text-input tabular-nums";
