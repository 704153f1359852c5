import { Tabs } from "~/components/list/Tabs";

const TABS = [
  { label: "残高", href: "/accounting/payable" },
  { label: "照合", href: "/accounting/payable/match" },
  { label: "支払通知書", href: "/accounting/self-bill" },
  { label: "支払予定表", href: "/accounting/payable/due" },
  { label: "計上", href: "/accounting/payable/bill" },
  { label: "支払", href: "/accounting/payable/payment" },
  { label: "元帳", href: "/accounting/payable/ledger" },
  { label: "記録", href: "/accounting/payable/record" },
  { label: "相殺", href: "/accounting/payable/offset" },
];

export const PayableTabs = ({ current }: { current: string }) => (
  <Tabs label="買掛金管理" tabs={TABS} current={current} />
);
