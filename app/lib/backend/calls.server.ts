import { deliveryCalls } from "~/lib/accounting/delivery.api.server";
import { invoiceCalls } from "~/lib/accounting/invoice.api.server";
import { actingCalls } from "~/lib/auth/acting.api.server";
import { companyCalls } from "~/lib/auth/company.api.server";
import { memberCalls } from "~/lib/auth/member.api.server";
import { pushCalls } from "~/lib/auth/push.api.server";
import { securityCalls } from "~/lib/auth/security.api.server";
import { userCalls } from "~/lib/auth/user.api.server";
import { askCalls } from "~/lib/chat/ask.api.server";
import { chatCalls } from "~/lib/chat/chat.api.server";
import { noticeCalls } from "~/lib/chat/notice.api.server";
import { fileCalls } from "~/lib/file/file.api.server";
import { importCalls } from "~/lib/import/import.api.server";
import { orderCalls } from "~/lib/order/order.api.server";
import { mailCalls } from "~/lib/pool/mail.api.server";
import { scanCalls } from "~/lib/scan/scan.api.server";
import { calendarCalls } from "~/lib/setting/calendar.api.server";
import { collaboratorCalls } from "~/lib/setting/collaborator.api.server";
import { metaCalls } from "~/lib/setting/meta.api.server";
import { partnershipCalls } from "~/lib/setting/partnership.api.server";
import { printCalls } from "~/lib/setting/print.api.server";
import { productCalls } from "~/lib/setting/product.api.server";
import { settingCalls } from "~/lib/setting/setting.api.server";
import { workerCalls } from "~/lib/setting/worker.api.server";
import { cardCalls } from "~/lib/task/card.api.server";
import { cardFileCalls } from "~/lib/task/card.file.api.server";
import { movableCalls } from "~/lib/task/movable.api.server";
import { shippedCalls } from "~/lib/task/shipped.api.server";
import { workCalls } from "~/lib/task/work.api.server";
import type { Call } from "./call.server";
import { promiseCalls } from "./promise.api.server";
import { reportCalls } from "./report.api.server";

/** Every call of the REST API. */
export const calls: Call[] = [
  ...userCalls,
  ...securityCalls,
  ...pushCalls,
  ...actingCalls,
  ...companyCalls,
  ...memberCalls,
  ...metaCalls,
  ...collaboratorCalls,
  ...partnershipCalls,
  ...settingCalls,
  ...printCalls,
  ...calendarCalls,
  ...orderCalls,
  ...cardCalls,
  ...workCalls,
  ...shippedCalls,
  ...movableCalls,
  ...fileCalls,
  ...cardFileCalls,
  ...chatCalls,
  ...askCalls,
  ...noticeCalls,
  ...workerCalls,
  ...importCalls,
  ...productCalls,
  ...deliveryCalls,
  ...invoiceCalls,
  ...mailCalls,
  ...scanCalls,
  ...reportCalls,
  ...promiseCalls,
];
