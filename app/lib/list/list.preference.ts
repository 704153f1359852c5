import { z } from "zod";

const column = z.string().regex(/^\w{1,40}$/);

export const listPreferences = z
  .array(z.tuple([z.string().max(60), z.string().max(600), z.array(column).max(60)]))
  .max(30)
  .catch([]);
export type ListPreferences = z.output<typeof listPreferences>;
/** `turned`: columns shown or hidden against what the list does by itself. */
export type ListPreference = { query: string; turned: string[] };

/** In bytes: it travels with every request, so the list not opened for longest is forgotten. */
const MOST = 1_500;

export function preferenceFor(looks: ListPreferences, path: string): ListPreference {
  const [, query = "", turned = []] = looks.find(([own]) => own === path) ?? [];
  return { query, turned };
}

export function withPreference(
  looks: ListPreferences,
  path: string,
  { query, turned }: ListPreference,
): ListPreferences {
  const others = looks.filter(([own]) => own !== path);
  const all: ListPreferences = query || turned.length > 0 ? [[path, query, turned], ...others] : others;
  while (all.length > 1 && JSON.stringify(all).length > MOST) all.pop();
  return all;
}

/** `off` are those of them that the list does not show by itself. */
export function turnedBy(form: URLSearchParams, before: string[]): string[] {
  const named = (field: string) =>
    (form.get(field) ?? "").split(",").filter((name) => column.safeParse(name).success);
  const [offered, off] = [named("columns"), named("off")];
  const ticked = form.getAll("show");
  return [
    ...before.filter((name) => !offered.includes(name)),
    ...offered.filter((name) => ticked.includes(name) === off.includes(name)),
  ];
}
