type Matches = { id: string; data?: unknown }[];

/** A route's meta: its own name before the product's. */
export function titled(name: string) {
  return ({ matches }: { matches: Matches }) => {
    const product = (matches.find(({ id }) => id === "root")?.data as { product?: string } | undefined)
      ?.product;
    return [{ title: product ? `${name} | ${product}` : name }];
  };
}
