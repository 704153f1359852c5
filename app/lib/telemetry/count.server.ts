const counts = new Map<string, number>();

/** What happened how often since this process began: "mail.sent", "push.failed". */
export const count = (name: `${string}.${string}`, by = 1): void =>
  void counts.set(name, (counts.get(name) ?? 0) + by);

export const countsOf = (): [subject: string, outcome: string, num: number][] =>
  [...counts].map(([name, num]) => {
    const [subject, outcome] = name.split(".");
    return [subject!, outcome!, num];
  });
