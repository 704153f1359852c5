import { Tabs } from "~/components/list/Tabs";

const TABS = [
  { label: "残高", href: "/accounting/receivable" },
  { label: "入金", href: "/accounting/receivable/payment" },
  { label: "元帳", href: "/accounting/receivable/ledger" },
  { label: "入金予定", href: "/accounting/receivable/due" },
  { label: "残高確認", href: "/accounting/confirmation" },
  { label: "相殺", href: "/accounting/receivable/offset" },
  { label: "銀行明細", href: "/accounting/receivable/bank" },
];

export const ReceivableTabs = ({ current }: { current: string }) => (
  <Tabs label="売掛・請求残" tabs={TABS} current={current} />
);
