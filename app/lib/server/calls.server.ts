import { correctionCalls } from "~/lib/accounting/correction.api.server";
import { deliveryCalls } from "~/lib/accounting/delivery.api.server";
import { draftCalls } from "~/lib/accounting/delivery.draft.api.server";
import { inspectionCalls } from "~/lib/accounting/inspection.api.server";
import { invoiceCalls } from "~/lib/accounting/invoice.api.server";
import { pintCalls } from "~/lib/accounting/pint.api.server";
import { reconcileCalls } from "~/lib/accounting/reconcile.api.server";
import { singleCalls } from "~/lib/accounting/single.api.server";
import type { Call } from "~/lib/api/call.server";
import { archiveCalls } from "~/lib/archive/archive.api.server";
import { actingCalls } from "~/lib/auth/acting.api.server";
import { memberCalls } from "~/lib/auth/member.api.server";
import { pushCalls } from "~/lib/auth/push.api.server";
import { securityCalls } from "~/lib/auth/security.api.server";
import { userCalls } from "~/lib/auth/user.api.server";
import { bankCalls } from "~/lib/bank/bank.api.server";
import { certificateCalls } from "~/lib/bi/certificate.api.server";
import { controlCalls } from "~/lib/bi/control.api.server";
import { costCalls } from "~/lib/bi/cost.api.server";
import { dayCalls } from "~/lib/bi/day.api.server";
import { defectiveCalls } from "~/lib/bi/defective.api.server";
import { historyCalls } from "~/lib/bi/history.api.server";
import { qualityCalls } from "~/lib/bi/quality.api.server";
import { startCalls } from "~/lib/bi/start.api.server";
import { statCalls } from "~/lib/bi/stat.api.server";
import { worksCalls } from "~/lib/bi/works.api.server";
import { worktimeCalls } from "~/lib/bi/worktime.api.server";
import { askCalls } from "~/lib/chat/ask.api.server";
import { changeCalls } from "~/lib/chat/change.api.server";
import { chatCalls } from "~/lib/chat/chat.api.server";
import { noticeCalls } from "~/lib/chat/notice.api.server";
import { searchCalls } from "~/lib/chat/search.api.server";
import { calendarCalls } from "~/lib/company/calendar.api.server";
import { companyCalls } from "~/lib/company/company.api.server";
import { factoryCalls } from "~/lib/company/factory.api.server";
import { printCalls } from "~/lib/company/print.api.server";
import { defectReportCalls } from "~/lib/defect/report.api.server";
import { fileCalls } from "~/lib/file/file.api.server";
import { journalCalls } from "~/lib/journal/journal.api.server";
import { moveCalls } from "~/lib/move/move.api.server";
import { amendCalls } from "~/lib/order/amend.api.server";
import { orderDraftCalls } from "~/lib/order/draft.api.server";
import { orderCalls } from "~/lib/order/order.api.server";
import { previousCalls } from "~/lib/order/previous.api.server";
import { supplyCalls } from "~/lib/order/supply.api.server";
import { collaboratorCalls } from "~/lib/partner/collaborator.api.server";
import { destinationCalls } from "~/lib/partner/destination.api.server";
import { partnershipCalls } from "~/lib/partner/partnership.api.server";
import { matchCalls } from "~/lib/payable/match.api.server";
import { payableCalls } from "~/lib/payable/payable.api.server";
import { mailCalls } from "~/lib/pool/mail.api.server";
import { productCalls } from "~/lib/product/product.api.server";
import { awardCalls } from "~/lib/quote/award.api.server";
import { quoteCalls } from "~/lib/quote/quote.api.server";
import { receivedCalls } from "~/lib/quote/received.api.server";
import { balanceCalls } from "~/lib/receivable/balance.api.server";
import { confirmationCalls } from "~/lib/receivable/confirmation.api.server";
import { offsetCalls } from "~/lib/receivable/offset.api.server";
import { paymentCalls } from "~/lib/receivable/payment.api.server";
import { indirectCalls } from "~/lib/scan/indirect.api.server";
import { movableCalls } from "~/lib/scan/movable.api.server";
import { scanCalls } from "~/lib/scan/scan.api.server";
import { selfBillCalls } from "~/lib/selfbill/selfbill.api.server";
import { metaCalls } from "~/lib/shop/meta.api.server";
import { processCalls } from "~/lib/shop/process.api.server";
import { workerCalls } from "~/lib/shop/worker.api.server";
import { allocationCalls } from "~/lib/stock/allocation.api.server";
import { breakdownCalls } from "~/lib/stock/breakdown.api.server";
import { closingCalls } from "~/lib/stock/closing.api.server";
import { stockCalls } from "~/lib/stock/stock.api.server";
import { stocktakeCalls } from "~/lib/stocktake/stocktake.api.server";
import { answerCalls } from "~/lib/task/answer.api.server";
import { boardCalls } from "~/lib/task/board.api.server";
import { cardCalls } from "~/lib/task/card.api.server";
import { cardFileCalls } from "~/lib/task/card.file.api.server";
import { shipCalls } from "~/lib/task/ship.api.server";
import { workCalls } from "~/lib/task/work.api.server";
import { transferCalls } from "~/lib/transfer/transfer.api.server";
import { importCalls } from "./import.api.server";
import { promiseCalls } from "./invariants.api.server";
import { reportCalls } from "./report.api.server";

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
  ...destinationCalls,
  ...factoryCalls,
  ...processCalls,
  ...printCalls,
  ...calendarCalls,
  // Before the call of a 外注依頼, whose key "drafts" would be.
  ...orderDraftCalls,
  ...previousCalls,
  ...orderCalls,
  ...receivedCalls,
  ...quoteCalls,
  ...awardCalls,
  ...amendCalls,
  ...supplyCalls,
  ...boardCalls,
  ...cardCalls,
  ...answerCalls,
  ...moveCalls,
  ...workCalls,
  ...shipCalls,
  ...movableCalls,
  ...fileCalls,
  ...cardFileCalls,
  ...chatCalls,
  ...askCalls,
  ...searchCalls,
  ...changeCalls,
  ...noticeCalls,
  ...workerCalls,
  ...worksCalls,
  ...worktimeCalls,
  ...defectiveCalls,
  ...defectReportCalls,
  ...startCalls,
  ...costCalls,
  ...historyCalls,
  ...importCalls,
  ...productCalls,
  // Before the call of a 納品書, whose key "drafts" would be.
  ...draftCalls,
  ...deliveryCalls,
  ...inspectionCalls,
  ...singleCalls,
  ...pintCalls,
  ...correctionCalls,
  ...reconcileCalls,
  ...invoiceCalls,
  ...confirmationCalls,
  ...offsetCalls,
  ...paymentCalls,
  ...bankCalls,
  ...transferCalls,
  ...journalCalls,
  ...archiveCalls,
  ...balanceCalls,
  ...payableCalls,
  ...matchCalls,
  ...selfBillCalls,
  // Before the call of a stock, whose product "stocktakes" or "suggestions" would be.
  ...stocktakeCalls,
  ...closingCalls,
  ...allocationCalls,
  ...breakdownCalls,
  ...stockCalls,
  ...statCalls,
  ...controlCalls,
  ...qualityCalls,
  ...certificateCalls,
  ...mailCalls,
  ...scanCalls,
  ...indirectCalls,
  ...dayCalls,
  ...reportCalls,
  ...promiseCalls,
];
