import { deliveriesFor } from "~/lib/accounting/delivery.list";
import { invoicesFor } from "~/lib/accounting/invoice.list";
import { invoiceSummary } from "~/lib/accounting/invoice.summary";
import { deliveryLines, invoiceLines } from "~/lib/accounting/line.list";
import { payableList } from "~/lib/accounting/payable.list";
import type { Self } from "~/lib/api/self.schema";
import { archiveList } from "~/lib/archive/archive.list";
import { memberList } from "~/lib/auth/member.list";
import { allSecurityList, ownSecurityList, securityList } from "~/lib/auth/security.list";
import { bankList } from "~/lib/bank/bank.list";
import { defectiveList } from "~/lib/bi/defective.list";
import { historyList } from "~/lib/bi/history.list";
import { NO_CHOICES, qualityList } from "~/lib/bi/quality.list";
import { worksList } from "~/lib/bi/works.list";
import { daysList } from "~/lib/bi/worktime.list";
import { rowsList } from "~/lib/bi/worktime.rows.list";
import { askList } from "~/lib/chat/ask.list";
import { searchList, sentFileList } from "~/lib/chat/search.list";
import { codeList, kindIn } from "~/lib/code/code.list";
import { reportList } from "~/lib/defect/report.schema";
import type { List } from "~/lib/list/list.schema";
import { orderLines } from "~/lib/order/order.line.list";
import { orderList } from "~/lib/order/order.list";
import { supplyList } from "~/lib/order/supply.list";
import { destinationList } from "~/lib/partner/destination.schema";
import { partnerSheet } from "~/lib/partner/partner.list";
import { owingList } from "~/lib/payable/balance.list";
import { billList } from "~/lib/payable/bill.list";
import { debtList } from "~/lib/payable/debt.list";
import { owingLedgerList } from "~/lib/payable/ledger.list";
import { matchLineList, matchList } from "~/lib/payable/match.list";
import { payoutList } from "~/lib/payable/payout.list";
import { recordList } from "~/lib/payable/record.list";
import { priceSheet } from "~/lib/product/price.list";
import { productList } from "~/lib/product/product.list";
import { quoteList } from "~/lib/quote/quote.list";
import { receivedList } from "~/lib/quote/received.list";
import { balanceList } from "~/lib/receivable/balance.list";
import { confirmationList } from "~/lib/receivable/confirmation.schema";
import { dueList } from "~/lib/receivable/due.list";
import { ledgerList } from "~/lib/receivable/ledger.list";
import { OFFSETS, offsetListAt, PAYABLE_OFFSETS } from "~/lib/receivable/offset.list";
import { paymentList } from "~/lib/receivable/payment.list";
import { selfBillList } from "~/lib/selfbill/selfbill.list";
import { workerList } from "~/lib/shop/worker.schema";
import { monthList, worthList } from "~/lib/stock/closing.list";
import { openingList } from "~/lib/stock/opening.list";
import { PLAIN, stockList } from "~/lib/stock/stock.list";
import { storedFor, storedList } from "~/lib/stock/stored.list";
import { sheetList, stocktakeList } from "~/lib/stocktake/stocktake.list";
import { cardsList } from "~/lib/task/card.list";
import { shippedList } from "~/lib/task/ship.list";
import { transferList } from "~/lib/transfer/file.list";
import { payeeList } from "~/lib/transfer/payee.list";
import { routedPath } from "./path";
import { sumsSheet } from "./worktime.period";

type CsvList = { list: List; back?: string };
type Asked = Pick<Self, "company_type" | "company_id"> & { query: URLSearchParams; origin: string };

/** remix.config.js has the same addresses. */
export const CSV_LISTS: Record<string, (asked: Asked) => CsvList> = {
  "/accounting/self-bill": () => ({ list: selfBillList }),
  "/accounting/archive": () => ({ list: archiveList }),
  "/accounting/confirmation": () => ({ list: confirmationList }),
  "/accounting/delivery": ({ company_type }) => ({ list: deliveriesFor(company_type) }),
  "/accounting/delivery/lines": () => ({ list: deliveryLines, back: "/accounting/delivery" }),
  "/accounting/invoice": ({ company_type }) => ({ list: invoicesFor(company_type) }),
  "/accounting/invoice/lines": () => ({ list: invoiceLines, back: "/accounting/invoice" }),
  "/accounting/invoice/summary": () => ({ list: invoiceSummary }),
  "/accounting/payable": () => ({ list: owingList([]) }),
  "/accounting/payable/bill": () => ({ list: billList }),
  "/accounting/payable/due": () => ({ list: debtList }),
  "/accounting/payable/ledger": () => ({ list: owingLedgerList([]) }),
  "/accounting/payable/match": () => ({ list: matchList }),
  "/accounting/payable/match/line": () => ({ list: matchLineList }),
  [PAYABLE_OFFSETS]: () => ({ list: offsetListAt(PAYABLE_OFFSETS) }),
  "/accounting/payable/payment": () => ({ list: payoutList }),
  "/accounting/payable/record": () => ({ list: recordList }),
  "/accounting/payable-schedule": () => ({ list: payableList }),
  "/accounting/receivable": () => ({ list: balanceList([]) }),
  "/accounting/receivable/due": () => ({ list: dueList }),
  "/accounting/receivable/ledger": () => ({ list: ledgerList([]) }),
  "/accounting/receivable/bank": () => ({ list: bankList() }),
  [OFFSETS]: () => ({ list: offsetListAt(OFFSETS) }),
  "/accounting/receivable/payment": () => ({ list: paymentList }),
  "/accounting/transfer": () => ({ list: transferList }),
  "/bi/defective": () => ({ list: defectiveList() }),
  "/bi/history": () => ({ list: historyList(false) }),
  "/bi/quality": ({ company_type }) => ({ list: qualityList(NO_CHOICES, company_type === "seller") }),
  "/bi/stat/works": () => ({ list: worksList }),
  "/bi/worktime": () => ({ list: daysList() }),
  "/bi/worktime/sums": ({ query }) => ({ list: sumsSheet(query) }),
  "/bi/worktime/rows": () => ({ list: rowsList() }),
  "/chat/asks": () => ({ list: askList }),
  "/chat/search": () => ({ list: searchList() }),
  "/chat/sent": () => ({ list: sentFileList() }),
  "/inventory": ({ company_type }) => ({ list: stockList({ ...PLAIN, isOwner: company_type === "buyer" }) }),
  "/inventory/closing/rows": ({ query }) => ({
    list: monthList(Number(query.get("key")) || 0),
    back: "/inventory/closing",
  }),
  "/inventory/value": () => ({ list: worthList }),
  "/inventory/opening": () => ({ list: openingList, back: "/inventory" }),
  "/inventory/stored": ({ company_type }) => ({
    list: company_type === "buyer" ? storedFor(true, false) : storedList(false),
  }),
  "/inventory/stocktake": () => ({ list: stocktakeList }),
  "/inventory/stocktake/sheet": ({ query }) => ({ list: sheetList(Number(query.get("key")) || 0) }),
  "/order": () => ({ list: orderList }),
  "/order/line": () => ({ list: orderLines, back: "/order" }),
  "/setting/collaborator": () => ({ list: partnerSheet }),
  "/setting/destination": ({ company_id }) => ({ list: destinationList(company_id) }),
  "/setting/payee": () => ({ list: payeeList }),
  "/setting/product": () => ({ list: productList([], true) }),
  "/order/product": () => ({ list: quoteList() }),
  "/setting/product/quote": () => ({ list: receivedList() }),
  "/setting/product/price": () => ({ list: priceSheet }),
  "/setting/security": () => ({ list: allSecurityList }),
  "/setting/self/log": () => ({ list: ownSecurityList }),
  "/setting/user": () => ({ list: memberList }),
  "/setting/user/log": () => ({ list: securityList }),
  "/setting/worker": () => ({ list: workerList }),
  "/task/kanban": ({ company_type }) => ({ list: cardsList(company_type, null, true) }),
  "/task/list": ({ company_type }) => ({ list: cardsList(company_type, null, false) }),
  "/task/order/supply": () => ({ list: supplyList }),
  "/task/report": () => ({ list: reportList }),
  "/task/shipped": ({ company_type }) => ({ list: shippedList(company_type, [], false) }),
  "/task/status_code": ({ query, origin }) => ({ list: codeList(kindIn(query), origin) }),
};

export function csvListAt(url: URL, { company_type, company_id }: Self, origin: string): CsvList {
  const path = routedPath(url.pathname).replace(/\.csv$/, "");
  if (!Object.hasOwn(CSV_LISTS, path)) throw new Response(null, { status: 404 });
  return CSV_LISTS[path]!({ company_type, company_id, query: url.searchParams, origin });
}
