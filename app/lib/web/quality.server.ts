import { choicesOf, NO_CHOICES, qualityList } from "~/lib/bi/quality.list";
import { quality } from "~/lib/bi/quality.schema";
import { periodAsked } from "~/lib/bi/stat.list";
import { boardChoices } from "~/lib/task/board.filter.schema";
import { today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { appliedOf, loadList } from "./list.server";
import { type Args, enter } from "./visit.server";

/** The figures of what the address asks for, and their rows. */
export async function loadQuality(args: Args) {
  const { api, who } = await enter(args);
  const isSeller = who.company_type === "seller";
  const any = qualityList(NO_CHOICES, isSeller);
  const { who: _, ...list } = await loadList(args, any);
  const { from, to, after: __, before: ___, sort: ____, ...read } = appliedOf(any as never, args.request);
  const day = today();
  const typed = (text?: string) => (text ? (parseDateInput(text, day) ?? undefined) : undefined);
  const asked = { ...read, ...periodAsked({ from: typed(from), to: typed(to) }, day) } as Record<
    string,
    string
  >;
  const [data, workers] = await Promise.all([
    api.get(quality, "/bi/quality/figures", asked),
    isSeller ? api.get(boardChoices, "/board/choices").then((one) => one.workers) : [],
  ]);
  const choices = choicesOf(
    data,
    workers.map(({ id, name }) => ({ value: id, label: name })),
  );
  return { list, asked, data, choices, isSeller };
}
