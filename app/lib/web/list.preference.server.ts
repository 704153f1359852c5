import { redirect } from "@remix-run/node";
import {
  hiddenBy,
  type ListPreference,
  type ListPreferences,
  listPreferences,
  preferenceFor,
  withPreference,
} from "~/lib/list/list.preference";
import type { List } from "~/lib/list/list.schema";
import { preferenceHeaders, preferenceOf } from "./preference.server";
import type { Args, Visitor } from "./visit.server";

const COOKIE = "lists";
const UNSAVED_FIELDS = ["after", "before", "saved", "columns", "show"];

export function isChosen({ request }: Args, query: string, own: RegExp): boolean {
  const from = request.headers.get("Referer");
  return (
    query !== "" ||
    new URL(request.url).search !== "" ||
    (from !== null && URL.canParse(from) && own.test(new URL(from).pathname))
  );
}

/** `saved=1` leads to the conditions used last; `columns` were offered, `show` are to be seen. */
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
      headers: await headers({ query, hide: hiddenBy(searchParams, own.hide) }),
    });
  }
  const chosen =
    isChosen(args, query, new RegExp(`^${path.replaceAll(".", "\\.")}$`)) &&
    searchParams.get("saved") !== "1";
  if (chosen && query !== own.query && query.length <= 600)
    args.context.keep = await headers({ query, hide: own.hide });
  return own.hide;
}

export const hiddenColumns = async (args: Args, visitor: Visitor, path: string): Promise<string[]> =>
  preferenceFor(await preferencesOf(args, visitor), path).hide;

const preferencesOf = async (args: Args, visitor: Visitor): Promise<ListPreferences> =>
  (await preferenceOf(args, visitor, COOKIE, listPreferences)) ?? [];
