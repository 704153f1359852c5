import type { z } from "zod";
import { CSV_MAX_SIZE, csvOf, tooManyText } from "~/lib/list/csv";
import { conditionProblem, type List, pageOf, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { sortRows, sortsOf } from "~/lib/list/sort";
import { searchKey } from "~/lib/text/fold";
import { formatDateTime } from "~/lib/time/datetime";
import { backward, orderedRange } from "~/lib/time/range";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { type Api, ApiError, type Query } from "./api.server";
import { csvAnswer } from "./csv.server";
import { flash } from "./flash.server";
import { applyPreference, turnedColumns } from "./list.preference.server";
import { type Args, enter } from "./visit.server";

const PAGING = ["after", "before"];
/** A list whose call answers all rows is sorted here, for its call knows no order. */
export const callFilter = (
  { whole }: List,
  { sort, ...filter }: Record<string, string>,
): Record<string, string> => (whole || !sort ? filter : { ...filter, sort });

/** What every object has is no field. */
export const fieldOf = (shape: object, name: string): z.ZodType | undefined =>
  Object.hasOwn(shape, name) ? (shape as Record<string, z.ZodType>)[name] : undefined;

/** A value that makes no sense is dropped, the others stay. */
export function filterOf(list: List, request: Request) {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(request.url).searchParams) {
    const field = fieldOf(list.filter.shape, name);
    const known =
      PAGING.includes(name) ||
      (name === "sort" ? sortsOf(list).includes(value) : field?.safeParse(value).success);
    if (value.trim() && known) query[name] = value.trim();
  }
  return query;
}

/** What is asked for once that which is not applied has been left out. */
export const appliedOf = (list: List, request: Request) => orderedRange(filterOf(list, request));

/** What is too long to be shown says so, with the rest of the page still there. */
export async function readOrRefused<T>(
  read: (asked: Record<string, string>) => Promise<T>,
  asked: Record<string, string>,
): Promise<{ refused: string; data: T }> {
  try {
    return { refused: "", data: await read(asked) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { refused: error.detail, data: await read({}) };
  }
}

/** Stands in its box with what is wrong with it, instead of vanishing. */
export function refusedOf(list: List, request: Request): Record<string, string> {
  const query = [...new URL(request.url).searchParams];
  const wrong = backward(Object.fromEntries(query));
  const isShown = (name: string) => list.fields.some((field) => field.name === name);
  return Object.fromEntries(
    query.filter(
      ([name, value]) => conditionProblem(list, name, value) ?? (wrong.includes(name) && isShown(name)),
    ),
  );
}

function searchRows<R extends z.ZodObject>(
  { searched }: Pick<List<z.ZodObject, R>, "searched">,
  rows: z.output<R>[],
  q: unknown,
) {
  const key = searched && typeof q === "string" ? searchKey(q) : "";
  return key ? rows.filter((row) => searchKey(searched!(row).filter(Boolean).join(" ")).includes(key)) : rows;
}

/** A page of a list, or all its rows where its call answers no pages. */
export async function readPage<L extends List>(api: Api, list: L, query: Query) {
  const page = pageOf(list.row as L["row"]);
  if (!list.whole) return api.get(page, list.api, query);
  const { items, ...paging } = await api.get(page.partial().required({ items: true }), list.api, query);
  const rows = searchRows(list as List, items as z.output<L["row"]>[], query.q);
  return { ...unpaged(rows), ...paging };
}

export async function loadList<L extends List>(args: Args, list: L) {
  const visitor = await enter(args);
  const filter = filterOf(list as List, args.request);
  const turned = await applyPreference(args, visitor, list, filter);
  const wrong = refusedOf(list as List, args.request);
  const page = await readPage(visitor.api, list, orderedRange(callFilter(list as List, filter)));
  if (list.whole)
    page.items = sortRows(list.columns as List["columns"], page.items, filter.sort) as typeof page.items;
  return {
    page,
    filter: { ...filter, ...wrong },
    wrong,
    turned,
    amounts: seesAmounts(visitor.who),
    who: visitor.who,
    printed: formatDateTime(new Date()),
  };
}

/** D22: over CSV_MAX_SIZE nothing is cut off silently. */
export async function listCsv(args: Args, list: List, back = list.path): Promise<Response> {
  const visitor = await enter(args);
  const { after: _, before: __, ...filter } = appliedOf(list, args.request);
  const rows: Record<string, unknown>[] = [];
  let after: string | null | undefined;
  try {
    do {
      const page = await readPage(visitor.api, list, { ...callFilter(list, filter), after, size: 1000 });
      rows.push(...page.items);
      after = page.next;
    } while (after && rows.length <= CSV_MAX_SIZE);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return flash(args, `${back}?${new URLSearchParams(filter)}`, error.detail, "error", 0);
  }
  if (rows.length > CSV_MAX_SIZE)
    return flash(args, `${back}?${new URLSearchParams(filter)}`, tooManyText(rows.length), "error", 0);
  const turned = await turnedColumns(args, visitor, list.path);
  const columns = visibleColumns(list.columns, seesAmounts(visitor.who)).filter(
    ({ name }) => list.off?.includes(name) || !turned.includes(name),
  );
  const text = csvOf(columns, list.whole ? sortRows(list.columns, rows, filter.sort) : rows);
  return csvAnswer(args, `${list.title}_${formatDateTime(new Date()).slice(0, 10).replace(/\//g, "")}`, text);
}
