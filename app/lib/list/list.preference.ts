import { z } from "zod";

const column = z.string().regex(/^\w{1,40}$/);

/**
 * What a browser keeps of the lists that a person looks at, the latest first: a list's path, its last
 * conditions, and the columns not shown.
 */
export const listLooks = z
  .array(z.tuple([z.string().max(60), z.string().max(600), z.array(column).max(60)]))
  .max(30)
  .catch([]);
export type ListLooks = z.output<typeof listLooks>;
export type ListLook = { query: string; hide: string[] };

/** It travels with every request: what was not looked at for longest is forgotten. */
const MOST = 1_500;

export function lookFor(looks: ListLooks, path: string): ListLook {
  const [, query = "", hide = []] = looks.find(([own]) => own === path) ?? [];
  return { query, hide };
}

/** The same with this list's look, where it is not as everybody's at first. */
export function withLook(looks: ListLooks, path: string, { query, hide }: ListLook): ListLooks {
  const others = looks.filter(([own]) => own !== path);
  const all: ListLooks = query || hide.length > 0 ? [[path, query, hide], ...others] : others;
  while (all.length > 1 && JSON.stringify(all).length > MOST) all.pop();
  return all;
}

/**
 * The columns that are not shown after a press: of those that were offered the unticked ones, and what was
 * hidden and not offered.
 */
export function hiddenBy(form: URLSearchParams, before: string[]): string[] {
  const offered = (form.get("columns") ?? "").split(",").filter((name) => column.safeParse(name).success);
  const ticked = form.getAll("show");
  return [
    ...before.filter((name) => !offered.includes(name)),
    ...offered.filter((name) => !ticked.includes(name)),
  ];
}
