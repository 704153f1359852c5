type Matches = { id: string; data?: unknown }[];

export function titled(name: string) {
  return ({ matches }: { matches: Matches }) => {
    const product = (matches.find(({ id }) => id === "root")?.data as { product?: string } | undefined)
      ?.product;
    return [{ title: product ? `${name} | ${product}` : name }];
  };
}
