import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets, SheetsNote } from "~/components/paper/Sheets";
import { placeQuery } from "~/lib/company/print.schema";
import { rulerPaper } from "~/lib/company/ruler.paper";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("宛名の位置の確認");

/** ?address_left= and ?address_top= try another place than the saved one; nothing is changed. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { meta: rules, ...own } = await api.get(factorySelf, "/factories/self");
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const tried = "address_left" in query ? placeQuery.safeParse(query) : null;
  const { address_left: left, address_top: top } = tried?.success ? tried.data : rules;
  const { paper_layout, day_style } = rules;
  return json({
    own: { ...own, paper_layout, day_style },
    place: { left, top },
    typed: { left: query.address_left ?? String(left), top: query.address_top ?? String(top) },
    wrong: tried?.error?.issues.map((issue) => issue.message) ?? [],
  });
}

export default function PaperRuler() {
  const { own, place, typed, wrong } = useLoaderData<typeof loader>();
  const field = (name: string, label: string, value: string) => (
    <label className="flex items-center gap-1 text-note">
      {label}
      <input name={name} inputMode="numeric" defaultValue={value} size={3} className={`${INPUT} w-16`} />
      mm
    </label>
  );
  return (
    <Sheets
      title="宛名の位置の確認"
      back={{ label: "帳票に戻る", href: "/setting/paper" }}
      actions={
        <form method="get" className="flex flex-wrap items-center gap-2">
          {field("address_left", "左端", typed.left)}
          {field("address_top", "上端", typed.top)}
          <Button>試す</Button>
        </form>
      }
    >
      {wrong.length > 0 ? <SheetsNote>{wrong.join("　")}</SheetsNote> : null}
      <PaperDocument {...rulerPaper(own, place)} />
    </Sheets>
  );
}
