import { redirect } from "@remix-run/node";
import {
  type ListPreference,
  type ListPreferences,
  listPreferences,
  preferenceFor,
  turnedBy,
  withPreference,
} from "~/lib/list/list.preference";
import type { List } from "~/lib/list/list.schema";
import { preferenceHeaders, preferenceOf } from "./preference.server";
import type { Args, Visitor } from "./visit.server";

const COOKIE = "lists";
const UNSAVED_FIELDS = ["after", "before", "saved", "columns", "off", "show"];

export function isChosen({ request }: Args, query: string, own: RegExp): boolean {
  const from = request.headers.get("Referer");
  return (
    query !== "" ||
    new URL(request.url).search !== "" ||
    (from !== null && URL.canParse(from) && own.test(new URL(from).pathname))
  );
}

/**
 * `saved=1` leads to the conditions used last; `columns` were offered, of which the list does not show `off`
 * by itself; `show` are to be seen.
 */
export async function applyPreference(
  args: Args,
  visitor: Visitor,
  { path }: Pick<List, "path">,
  filter: Record<string, string>,
): Promise<string[]> {
  const looks = await preferencesOf(args, visitor);
  const own = preferenceFor(looks, path);
  const { searchParams } = new URL(args.request.url);
  if (searchParams.get("saved") === "1" && own.query) throw redirect(`${path}?${own.query}`);
  const query = new URLSearchParams(
    Object.entries(filter).filter(([name]) => !UNSAVED_FIELDS.includes(name)),
  ).toString();
  const headers = async (look: ListPreference) =>
    preferenceHeaders(args, visitor, COOKIE, withPreference(looks, path, look));
  if (searchParams.has("columns")) {
    throw redirect(query ? `${path}?${query}` : path, {
      headers: await headers({ query, turned: turnedBy(searchParams, own.turned) }),
    });
  }
  const chosen =
    isChosen(args, query, new RegExp(`^${path.replaceAll(".", "\\.")}$`)) &&
    searchParams.get("saved") !== "1";
  if (chosen && query !== own.query && query.length <= 600)
    args.context.keep = await headers({ query, turned: own.turned });
  return own.turned;
}

export const turnedColumns = async (args: Args, visitor: Visitor, path: string): Promise<string[]> =>
  preferenceFor(await preferencesOf(args, visitor), path).turned;

const preferencesOf = async (args: Args, visitor: Visitor): Promise<ListPreferences> =>
  (await preferenceOf(args, visitor, COOKIE, listPreferences)) ?? [];
