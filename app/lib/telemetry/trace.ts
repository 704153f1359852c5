/** What is known of a request while it runs, filled in on its way; `number` is what an error page shows. */
export type Trace = { number: string; company_id: string | null; person: number | null };

export const newTrace = (): Trace => ({
  number: crypto.randomUUID().slice(0, 8),
  company_id: null,
  person: null,
});
