import { searchKey } from "~/lib/text/fold";

/** As it is written, else as it is searched for where that is one alone. */
export function byCode<P extends { code: string }>(products: P[]): (code: string) => P | undefined {
  const exact = new Map(products.map((one) => [one.code, one]));
  const alike = new Map<string, P | undefined>();
  for (const one of exact.values()) {
    const key = searchKey(one.code);
    alike.set(key, alike.has(key) ? undefined : one);
  }
  return (code) => exact.get(code) ?? alike.get(searchKey(code));
}
