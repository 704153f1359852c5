type Matches = { id: string; data?: unknown }[];

export function titled(name: string) {
  return ({ matches }: { matches: Matches }) => {
    const product = (matches.find(({ id }) => id === "root")?.data as { product?: string } | undefined)
      ?.product;
    return [{ title: product ? `${name} | ${product}` : name }];
  };
}

/** The same for an editor: 作業者, or 作業者の追加 at `…/new`. */
export const editorTitled = (noun: string) => (args: { params: { key?: string }; matches: Matches }) =>
  titled(args.params.key === "new" ? `${noun}の追加` : noun)(args);
