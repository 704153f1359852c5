import { PAYABLE_OFFSETS } from "~/lib/receivable/offset.list";
import { PayableTabs } from "./payable.tabs";
import { ReceivableTabs } from "./receivable.tabs";

/** 相殺 is reached from either side, and stays among the tabs that it was reached from. */
export const OffsetTabs = ({ at }: { at: string }) =>
  at === PAYABLE_OFFSETS ? <PayableTabs current={at} /> : <ReceivableTabs current={at} />;
