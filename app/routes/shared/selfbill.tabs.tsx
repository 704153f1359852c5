import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { PayableTabs } from "./payable.tabs";

/** A company that only orders has no 買掛金管理 to be among. */
export const SelfBillTabs = ({ company_type }: { company_type: string | null }) =>
  company_type === "buyer" ? null : <PayableTabs current={SELF_BILLS} />;
