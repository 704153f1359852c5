import { z } from "zod";

const column = z.string().regex(/^\w{1,40}$/);

export const listPreferences = z
  .array(z.tuple([z.string().max(60), z.string().max(600), z.array(column).max(60)]))
  .max(30)
  .catch([]);
export type ListPreferences = z.output<typeof listPreferences>;
export type ListPreference = { query: string; hide: string[] };

/** In bytes: it travels with every request, so the list not opened for longest is forgotten. */
const MOST = 1_500;

export function preferenceFor(looks: ListPreferences, path: string): ListPreference {
  const [, query = "", hide = []] = looks.find(([own]) => own === path) ?? [];
  return { query, hide };
}

export function withPreference(
  looks: ListPreferences,
  path: string,
  { query, hide }: ListPreference,
): ListPreferences {
  const others = looks.filter(([own]) => own !== path);
  const all: ListPreferences = query || hide.length > 0 ? [[path, query, hide], ...others] : others;
  while (all.length > 1 && JSON.stringify(all).length > MOST) all.pop();
  return all;
}

export function hiddenBy(form: URLSearchParams, before: string[]): string[] {
  const offered = (form.get("columns") ?? "").split(",").filter((name) => column.safeParse(name).success);
  const ticked = form.getAll("show");
  return [
    ...before.filter((name) => !offered.includes(name)),
    ...offered.filter((name) => !ticked.includes(name)),
  ];
}
