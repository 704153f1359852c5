import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { DESTINATION_LABEL } from "./destination.fields";
import { destinationRow } from "./destination.schema";

/** The own company's places of delivery. */
export const destinationList = list({
  path: "/setting/destination",
  api: "/factories/self/destinations",
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
      link: (row) => `/setting/destination/${row.destination_id}`,
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
      action: { label: "納入先を追加", href: "/setting/destination/new" },
    },
  },
});

/** A customer's places, as its factory sees them. */
export const placeList = (partner_id: string) => {
  const at = `/setting/collaborator/${encodeURIComponent(partner_id)}/destination`;
  const own = destinationList.columns.slice(1);
  return list({
    ...destinationList,
    path: at,
    title: "納入先",
    columns: [
      {
        name: "name",
        label: DESTINATION_LABEL.name,
        kind: "link",
        sort: true,
        link: (row) => `${at}/${row.destination_id}`,
      },
      ...own,
      { name: "is_own", label: "登録", kind: "text", text: (row) => (row.is_own ? "自社の控え" : "お相手") },
    ],
    empty: {
      none: { text: "納入先がまだありません。", action: { label: "納入先を追加", href: `${at}/new` } },
    },
  });
};
