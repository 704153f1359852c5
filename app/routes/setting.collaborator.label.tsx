import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ADDRESS_PAPERS, AddressLabels, type AddressPaper } from "~/components/paper/AddressLabels";
import { Sheets } from "~/components/paper/Sheets";
import { destinations } from "~/lib/partner/destination.schema";
import { companyLabel, placeLabel } from "~/lib/partner/partner.label";
import { partners } from "~/lib/partner/partner.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("宛名ラベル");

const MOST = 200;

/**
 * ?ids=…: of the companies themselves, or of their places (to=place). `skip` places of the first sheet stay
 * empty.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const ids = query.getAll("ids").slice(0, MOST);
  if (ids.length === 0) throw new Response(null, { status: 404 });
  const to = query.get("to") === "place" ? ("place" as const) : ("company" as const);
  const paper: AddressPaper = query.get("paper") === "24" ? 24 : 12;
  const skip = Math.min(Math.max(Math.trunc(Number(query.get("skip"))) || 0, 0), paper - 1);
  const person = query.get("person") === "on";
  const { items } = await api.get(partners, "/partners", { ids, size: MOST });
  if (items.length === 0) throw new Response(null, { status: 404 });
  const placesOf = async (id: string) =>
    (await api.get(destinations, `/factories/${encodeURIComponent(id)}/destinations`)).items;
  const labels =
    to === "company"
      ? items.map((row) => companyLabel(row, person))
      : (
          await Promise.all(
            items
              .filter((row) => row.kind !== "seller")
              .map(async (row) => (await placesOf(row.id)).map((place) => placeLabel(row, place, person))),
          )
        ).flat();
  return json({ labels, ids, to, paper, skip, person });
}

const SELECT = "h-9 rounded border border-muted/75 bg-surface px-2 touch:h-11";

export default function AddressSheets() {
  const { labels, ids, to, paper, skip, person } = useLoaderData<typeof loader>();
  const choices = (
    <form
      method="get"
      action="/setting/collaborator/label"
      className="flex flex-wrap items-center gap-3 text-note"
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <select name="to" aria-label="宛先" defaultValue={to} className={SELECT}>
        <option value="company">会社あて</option>
        <option value="place">納入先あて</option>
      </select>
      <select name="paper" aria-label="用紙" defaultValue={String(paper)} className={SELECT}>
        {Object.entries(ADDRESS_PAPERS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label className="flex items-center gap-2">
        使用済みの面
        <input
          name="skip"
          inputMode="numeric"
          defaultValue={skip}
          className={`${SELECT} w-16 text-right tabular-nums`}
        />
      </label>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          name="person"
          value="on"
          defaultChecked={person}
          className="h-4 w-4 accent-accent"
        />
        担当者名を入れる
      </label>
      <Button>作り直す</Button>
    </form>
  );
  return (
    <Sheets
      title={`宛名ラベル ${labels.length}枚`}
      back={{ label: "依頼元一覧に戻る", href: "/setting/collaborator" }}
      actions={choices}
    >
      <h1 className="sr-only print:hidden">宛名ラベル</h1>
      {labels.length === 0 ? (
        <p className="p-6 text-center text-muted">納入先がまだありません。</p>
      ) : (
        <AddressLabels paper={paper} labels={labels} skip={skip} />
      )}
    </Sheets>
  );
}
