import { lastAsked } from "~/lib/accounting/closing";
import { monthLabel } from "~/lib/accounting/invoice";
import { closingQuery } from "~/lib/accounting/invoice.schema";
import { today } from "~/lib/time/date";
import { fieldOf } from "~/lib/web/list.server";

/** What the address asks for; a month that cannot be read is left out and told (`wrong`). */
export function closingAsked(request: { url: string }) {
  const query = new URL(request.url).searchParams;
  const until = lastAsked(today());
  const typed = query.get("ym") ?? "";
  const read = closingQuery.shape.ym.safeParse(typed || undefined);
  const error = !read.success
    ? read.error.issues[0]!.message
    : read.data !== undefined && read.data > until
      ? `対象月は${monthLabel(until)}までを入力してください`
      : null;
  const usable = [...query].filter(
    ([name, value]) =>
      value !== "" &&
      (name !== "ym" || error === null) &&
      fieldOf(closingQuery.shape, name)?.safeParse(value).success,
  );
  return {
    query,
    until,
    asked: Object.fromEntries(usable),
    wrong: error === null ? null : { typed, error },
  };
}
