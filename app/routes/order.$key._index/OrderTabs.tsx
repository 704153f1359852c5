import { Table } from "~/components/list/Table";
import { Tabs } from "~/components/list/Tabs";
import { CertificateLinks } from "~/components/paper/CertificateLinks";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { LINE_LABEL } from "~/lib/order/order.fields";
import type { OrderPapers } from "~/lib/order/order.papers.schema";
import type { Order } from "~/lib/order/order.row.schema";

export function OrderTabs({ of, tab, chat }: { of: Order; tab: string; chat: string }) {
  const at = `/order/${of.key}`;
  const tabs = [
    { label: "明細", href: at, count: of.lines.length },
    { label: "受入・検収", href: `${at}?tab=inspection` },
    { label: "書類", href: `${at}?tab=papers` },
    { label: "版", href: `/task/order/${of.key}/history`, count: of.revision },
    { label: "チャット", href: chat },
  ];
  return <Tabs label="外注依頼" tabs={tabs} current={tab === "lines" ? at : `${at}?tab=${tab}`} />;
}

type Taken = OrderPapers["lines"][number] & { name: string };
const number = (
  name: Exclude<keyof OrderPapers["lines"][number], "line_no">,
  label: string,
): Column<Taken> => ({
  name,
  label,
  kind: "quantity",
  text: (row) => (row[name] === "0" ? "－" : formatNumber(row[name]!)),
});
const TAKEN: Column<Taken>[] = [
  {
    name: "name",
    label: LINE_LABEL.name,
    kind: "text",
    text: (row) => `${row.line_no}. ${row.name}`,
    below: (row) =>
      `納入 ${formatNumber(row.num_delivered)}・合格 ${formatNumber(row.num_accepted)}・不合格 ${formatNumber(row.num_rejected)}・検収待ち ${formatNumber(row.num_pending)}`,
  },
  number("num_delivered", "納入数"),
  number("num_accepted", "合格"),
  number("num_rejected", "不合格"),
  {
    ...number("num_pending", "検収待ち"),
    tone: (row) => (row.num_pending === "0" ? undefined : "warn"),
  },
  { name: "inspected_date", label: "検収日", kind: "date" },
];
type Note = OrderPapers["deliveries"][number];
const NOTES: Column<Note>[] = [
  {
    name: "number",
    label: "納品書番号",
    kind: "link",
    text: (row) => row.number,
    link: (row) => `/accounting/delivery/${row.key}`,
  },
  { name: "date", label: "納品日", kind: "date", fact: 1 },
  { name: "num_lines", label: "この依頼の明細", kind: "count" },
  {
    name: "state",
    label: "検収",
    kind: "state",
    text: (row) => (row.num_uninspected > 0 ? `検収待ち${row.num_uninspected}行` : "検収済"),
    tone: (row) => (row.num_uninspected > 0 ? "warn" : "good"),
    link: (row) => (row.num_uninspected > 0 ? `/accounting/delivery/${row.key}/inspect` : null),
  },
  {
    name: "act",
    label: "操作",
    kind: "text",
    acts: ({ key, num_uninspected }) =>
      num_uninspected > 0 ? [{ label: "受入・検収", href: `/accounting/delivery/${key}/inspect` }] : [],
  },
];
type Bill = OrderPapers["invoices"][number];
const BILLS: Column<Bill>[] = [
  {
    name: "number",
    label: "請求書番号",
    kind: "link",
    text: (row) => row.number,
    link: (row) => `/accounting/invoice/${row.key}`,
  },
  { name: "date", label: "請求日", kind: "date", fact: 1 },
  { name: "due_date", label: "支払期日", kind: "date", fact: 2 },
  { name: "total", label: "請求額（税込）", kind: "yen" },
  {
    name: "state",
    label: "支払",
    kind: "state",
    text: (row) => (row.is_settled ? "支払済" : "未払い"),
    tone: (row) => (row.is_settled ? "muted" : "accent"),
  },
];

const billed = (bills: Bill[]) => bills.reduce((sum, { total }) => sum + total, 0);
const None = ({ children }: { children: string }) => (
  <p className="rounded border border-line bg-surface p-4 text-muted">{children}</p>
);

type Found = OrderPapers & { certified: { key: number; id: string }[] };

export function Papers({ papers, of, tab }: { papers: Found; of: Order; tab: string }) {
  const nameOf = (at: number) => of.lines.find(({ line_no }) => line_no === at)?.name ?? "";
  const taken = papers.lines.map((line) => ({ ...line, name: nameOf(line.line_no) }));
  const notes =
    papers.deliveries.length > 0 ? (
      <Table columns={NOTES} page={unpaged(papers.deliveries)} title="納品書" />
    ) : (
      <None>この依頼の納品書はまだありません。経理の権限がないときは表示されません。</None>
    );
  if (tab === "inspection")
    return (
      <>
        <h2>受入・検収</h2>
        <Table columns={TAKEN} page={unpaged(taken)} title="受入・検収" />
        <h2>納品書</h2>
        {notes}
      </>
    );
  return (
    <>
      <h2>納品書</h2>
      {notes}
      <h2>請求書</h2>
      {papers.invoices.length > 0 ? (
        <Table
          columns={BILLS}
          page={{ ...unpaged(papers.invoices), sums: { total: billed(papers.invoices) } }}
          title="請求書"
        />
      ) : (
        <None>この依頼の請求書はまだありません。経理の権限がないときは表示されません。</None>
      )}
      <CertificateLinks cards={papers.certified} />
    </>
  );
}
