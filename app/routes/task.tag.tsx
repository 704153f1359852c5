import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Sheets } from "~/components/paper/Sheets";
import { TAG_PAPER_LABEL, TAG_PAPERS, Tags } from "~/components/paper/Tags";
import { tags } from "~/lib/code/code.schema";
import { BOXES_MAX, boxesOf, tagsFor } from "~/lib/code/tag";
import { compareDecimal, normalizeNumber } from "~/lib/money/decimal";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("現品票");

/** /task/5/tag, or ?key=5&key=6; ?paper=a4&boxes=3, or ?per_box=500. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  // A buyer knows no such sheet, of its own cards as of any.
  if (who.company_type !== "seller") throw new Response(null, { status: 404 });
  const { searchParams } = new URL(args.request.url);
  const keys = args.params.key
    ? [args.params.key]
    : [...searchParams.getAll("key"), ...searchParams.getAll("ids")];
  if (keys.length === 0) throw new Response("現品票を印刷するカードを選んでください。", { status: 422 });
  const found = await api.get(tags, "/codes/tags", { keys });
  if (found.items.length === 0) throw new Response(null, { status: 404 });
  const boxes = Math.min(BOXES_MAX, Math.max(1, Math.trunc(Number(searchParams.get("boxes")) || 1)));
  const typed = normalizeNumber(searchParams.get("per_box") ?? "");
  const per_box = typed !== null && compareDecimal(typed, "0") > 0 ? typed : null;
  const most = Math.max(
    ...found.items.map((row) => (per_box === null ? 1 : Math.ceil(Number(row.num_items) / Number(per_box)))),
  );
  if (most > BOXES_MAX)
    throw new Response(
      `一枚のカードの現品票は${BOXES_MAX}箱までです（この入数では${most}箱になります）。入数を確かめてください。`,
      { status: 422 },
    );
  return json({
    ...found,
    boxes,
    per_box,
    keys,
    paper:
      TAG_PAPERS.find((one) => one === searchParams.get("paper")) ??
      (keys.length > 1 ? ("a4" as const) : ("a6" as const)),
    origin: args.context.app.config.origins[0]!,
    owner: who.company_name ?? "",
    back: keys.length > 1 ? "/task/status_code?kind=card" : `/task/${keys[0]}`,
  });
}

export default function TagSheets() {
  const { items, processes, boxes, per_box, keys, paper, origin, owner, back } =
    useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const options = (
    <form method="get" className="flex flex-wrap items-center gap-2">
      {params.has("key") || params.has("ids")
        ? keys.map((key, index) => <input key={index} type="hidden" name="key" value={key} />)
        : null}
      <label className="flex items-center gap-1 text-note">
        用紙
        <select name="paper" defaultValue={paper} className={INPUT}>
          {TAG_PAPERS.map((one) => (
            <option key={one} value={one}>
              {TAG_PAPER_LABEL[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="flex items-center gap-1 text-note">
        箱数
        <input name="boxes" inputMode="numeric" defaultValue={boxes} size={2} className={`${INPUT} w-16`} />
      </label>
      <label className="flex items-center gap-1 text-note">
        入数
        <input
          name="per_box"
          inputMode="decimal"
          defaultValue={per_box ?? ""}
          size={4}
          className={`${INPUT} w-16`}
        />
      </label>
      <Button>変更</Button>
    </form>
  );
  return (
    <Sheets title={`現品票 ${items.length}件`} back={{ label: "戻る", href: back }} actions={options}>
      <h1 className="sr-only print:hidden">現品票</h1>
      <Tags
        paper={paper}
        tags={items.flatMap((row) =>
          tagsFor(row, processes, boxesOf(row.num_items, boxes, per_box), origin, owner),
        )}
      />
    </Sheets>
  );
}
