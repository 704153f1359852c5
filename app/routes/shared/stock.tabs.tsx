import { Tabs } from "~/components/list/Tabs";
import type { Option } from "~/lib/list/option";
import { CLOSINGS, WORTHS } from "~/lib/stock/closing.list";
import { INVENTORY } from "~/lib/stock/stock.list";
import { STORED } from "~/lib/stock/stored.list";

type Props = { kinds: Option[]; current?: string; isOwner: boolean; amounts?: boolean };

export function StockTabs({ kinds, current, isOwner, amounts }: Props) {
  const href = (id: string) => `${INVENTORY}?${new URLSearchParams({ buyer_id: id })}`;
  const stocks = isOwner
    ? [{ label: "在庫", href: INVENTORY }]
    : [
        { label: "すべて", href: INVENTORY },
        ...kinds.map(({ value, label }) => ({ label, href: href(value) })),
      ];
  const own = [STORED, WORTHS, CLOSINGS].find((one) => one === current);
  const at = own ?? (current === undefined || isOwner ? INVENTORY : href(current));
  const counts = isOwner ? [] : [{ label: "棚卸", href: `${INVENTORY}/stocktake` }];
  const worth =
    amounts && !isOwner
      ? [
          { label: "在庫金額", href: WORTHS },
          { label: "月締め", href: CLOSINGS },
        ]
      : [];
  const tabs = [...stocks, { label: "入庫履歴", href: STORED }, ...counts, ...worth];
  return (
    <div className="flex flex-wrap items-center gap-x-6 print:hidden">
      <h1 className="led">在庫管理</h1>
      <Tabs label="在庫管理" tabs={tabs} current={at} />
    </div>
  );
}
