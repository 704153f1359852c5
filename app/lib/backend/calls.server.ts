import { deliveryCalls } from "~/lib/accounting/delivery.api.server";
import { invoiceCalls } from "~/lib/accounting/invoice.api.server";
import { userCalls } from "~/lib/auth/user.api.server";
import { orderCalls } from "~/lib/order/order.api.server";
import { settingCalls } from "~/lib/setting/setting.api.server";
import { cardCalls } from "~/lib/task/card.api.server";
import type { Call } from "./call.server";

/** Every call of the REST API. */
export const calls: Call[] = [...userCalls, ...settingCalls, ...orderCalls, ...cardCalls, ...deliveryCalls, ...invoiceCalls];
