export type LogEntry = { kind: string; before: Record<string, unknown>; after: Record<string, unknown> };

export const changesOf = (
  labels: Record<string, string>,
  text: (name: string, value: unknown) => string | undefined,
  { before, after }: Omit<LogEntry, "kind">,
) =>
  Object.keys(labels)
    .filter((name) => name in after)
    .map((name) => ({ label: labels[name]!, from: text(name, before[name]), to: text(name, after[name]) }));
