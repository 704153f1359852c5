import { z } from "zod";
import { fileWords, importOf } from "~/lib/import/import.schema";
import { list } from "~/lib/list/list.schema";
import { rowFields } from "~/lib/text/field.book";
import { optionalChoice, text, version } from "~/lib/text/text.schema";
import { DESTINATION_LABEL, destinationFields } from "./destination.fields";

export const destinationInput = z.object(destinationFields);
export const destinationChange = destinationInput.extend({ version });

export const destinationRow = z.object({
  ...rowFields(destinationFields),
  destination_id: z.number(),
  /** Entered by the reader's own company; others are only looked at. */
  is_own: z.boolean(),
  version: z.number(),
});
export type DestinationRow = z.infer<typeof destinationRow>;

export const destinations = z.object({ items: z.array(destinationRow) });

/** A place as a document shows it: 田中産業機械 本社工場（大阪府東大阪市…）. */
export function placeText({ name, address }: Pick<DestinationRow, "name" | "address">): string {
  return address ? `${name}（${address}）` : name;
}

/** What was said of a place in words, as a form of order has it: chosen where it is one of these. */
export function placeSaid(places: DestinationRow[], said: string) {
  const place = places.find((one) => placeText(one) === said);
  return place
    ? { destination_id: String(place.destination_id), destination: "" }
    : { destination_id: "", destination: said };
}

const listAt = (path: string, company_id: string | null) =>
  list({
    path,
    api: `/factories/${encodeURIComponent(String(company_id))}/destinations`,
    title: "納入先一覧",
    counter: "件",
    filter: z.object({}),
    row: destinationRow,
    fields: [],
    key: "destination_id",
    whole: true,
    columns: [
      {
        name: "name",
        label: DESTINATION_LABEL.name,
        kind: "link",
        sort: true,
        link: (row) => `${path}/${row.destination_id}`,
      },
      { name: "postal_code", label: DESTINATION_LABEL.postal_code, kind: "code", sort: true },
      { name: "address", label: DESTINATION_LABEL.address, kind: "text", sort: true, fact: 1 },
      { name: "person", label: DESTINATION_LABEL.person, kind: "text", sort: true },
      { name: "tel", label: DESTINATION_LABEL.tel, kind: "code", fact: 2 },
      { name: "hours", label: DESTINATION_LABEL.hours, kind: "text" },
      { name: "note", label: DESTINATION_LABEL.note, kind: "text" },
      {
        name: "is_default",
        label: DESTINATION_LABEL.is_default,
        kind: "state",
        text: (row) => (row.is_default ? "既定" : ""),
        tone: () => "accent",
      },
    ],
    empty: {
      none: {
        text: "納入先がまだありません。依頼するときに選べるようになります。",
        action: { label: "納入先を追加", href: `${path}/new` },
      },
    },
  });

export const destinationList = (company_id: string | null) => listAt("/setting/destination", company_id);

export function placeList(partner_id: string) {
  const standard = listAt(`/setting/collaborator/${encodeURIComponent(partner_id)}/destination`, partner_id);
  const { action } = standard.empty.none;
  return list({
    ...standard,
    title: "納入先",
    columns: [
      ...standard.columns,
      { name: "is_own", label: "登録", kind: "text", text: (row) => (row.is_own ? "自社の控え" : "お相手") },
    ],
    empty: { none: { text: "納入先がまだありません。", action } },
  });
}

const BUYER = text("依頼元", 120).register(fileWords, {
  synonyms: ["依頼元名", "得意先", "得意先名", "客先", "取引先", "会社名"],
  required: true,
  example: "田中産業機械",
  help: "会社名か会社のID。株式会社などは省けます。",
});

/** As a file of the import has them, the customer's name in front. */
export function placeSheet({ id, name }: { id: string; name: string }) {
  const standard = placeList(id);
  return list({
    ...standard,
    title: `${name}_納入先`,
    columns: [{ name: "buyer", label: "依頼元", kind: "text", text: () => name }, ...standard.columns],
  });
}

export const destinationMaster = (partner_id: string | undefined, company_id: string | null) => ({
  noun: "納入先",
  list: partner_id === undefined ? destinationList(company_id) : placeList(partner_id),
  input: destinationInput,
  change: destinationChange,
});

const { tel, hours, note, is_default: _, ...first } = destinationFields;
const line = {
  ...first,
  tel,
  hours,
  note,
  is_default: optionalChoice(DESTINATION_LABEL.is_default, ["true", "false"]).register(fileWords, {
    synonyms: ["既定の納入先"],
    choices: {
      既定: "true",
      はい: "true",
      "○": "true",
      "1": "true",
      いいえ: "false",
      "×": "false",
      "0": "false",
    },
    example: "既定",
    help: "会社ごとに一つです。",
  }),
};
const NOTE =
  "名前が同じ納入先は、その納入先の変更になります。ファイルにない列はそのままです。納入先のCSVを直して、そのまま取り込めます。";

export const destinationImport = importOf({
  noun: "destination",
  path: "/setting/destination/import",
  list: "/setting/destination",
  title: "納入先のCSV取込",
  counter: "件",
  note: NOTE,
  row: z.object(line),
});

export const placeImport = importOf({
  noun: "place",
  path: "/setting/collaborator/destination/import",
  list: "/setting/collaborator",
  title: "依頼元の納入先のCSV取込",
  counter: "件",
  note: `自社の控えになり、お相手には見えません。${NOTE}`,
  row: z.object({ buyer: BUYER, ...line }),
});
