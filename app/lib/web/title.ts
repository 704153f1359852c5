type Matches = { id: string; data?: unknown }[];

/** A route's meta: its own name before the product's. */
export function titled(name: string) {
  return ({ matches }: { matches: Matches }) => {
    const product = (matches.find(({ id }) => id === "root")?.data as { product?: string } | undefined)
      ?.product;
    return [{ title: product ? `${name} | ${product}` : name }];
  };
}

/** The same for a page that looks again by itself while something is going on. */
export function watched(name: string) {
  const title = titled(name);
  return ({ matches, data }: { matches: Matches; data?: unknown }) => {
    const state = (data as { page?: { state: string } } | undefined)?.page?.state;
    return [
      ...title({ matches }),
      ...(state === "checking" || state === "saving" ? [{ httpEquiv: "refresh", content: "2" }] : []),
    ];
  };
}
