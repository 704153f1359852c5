import { Tabs } from "~/components/list/Tabs";
import type { Option } from "~/lib/list/option";
import { INVENTORY } from "~/lib/stock/stock.list";
import { STORED } from "~/lib/stock/stored.list";

type Props = { kinds: Option[]; current?: string; isOwner: boolean };

export function StockTabs({ kinds, current, isOwner }: Props) {
  const href = (id: string) => `${INVENTORY}?${new URLSearchParams({ buyer_id: id })}`;
  const stocks = isOwner
    ? [{ label: "在庫", href: INVENTORY }]
    : kinds.map(({ value, label }) => ({ label, href: href(value) }));
  const at = current === STORED ? STORED : isOwner ? INVENTORY : href(current ?? "");
  const counts = isOwner ? [] : [{ label: "棚卸", href: `${INVENTORY}/stocktake` }];
  const tabs = [...stocks, { label: "入庫履歴", href: STORED }, ...counts];
  return <Tabs label="在庫管理" tabs={tabs} current={at} />;
}
