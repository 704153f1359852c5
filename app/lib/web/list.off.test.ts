import { expect, test } from "vitest";
import { deliveryList } from "~/lib/accounting/delivery.list";
import { invoiceList } from "~/lib/accounting/invoice.list";
import { historyList } from "~/lib/bi/history.list";
import { worksList } from "~/lib/bi/works.list";
import { rowsList } from "~/lib/bi/worktime.rows.list";
import { isShown, type List, shownOf } from "~/lib/list/list.schema";
import { orderList } from "~/lib/order/order.list";
import { partnerActs, partnerList } from "~/lib/partner/partner.list";
import { owingList } from "~/lib/payable/balance.list";
import { debtList } from "~/lib/payable/debt.list";
import { recordList } from "~/lib/payable/record.list";
import { productList } from "~/lib/product/product.list";
import { quoteList } from "~/lib/quote/quote.list";
import { receivedList } from "~/lib/quote/received.list";
import { balanceList } from "~/lib/receivable/balance.list";
import { stockList } from "~/lib/stock/stock.list";
import { storedList } from "~/lib/stock/stored.list";
import { cardsList } from "~/lib/task/card.list";
import { shippedList } from "~/lib/task/ship.list";

const lists = [
  deliveryList,
  invoiceList,
  historyList(true),
  worksList,
  rowsList(),
  orderList,
  { ...partnerList, columns: [...partnerList.columns, partnerActs("yamada", true)] },
  owingList([]),
  debtList,
  recordList,
  productList([]),
  quoteList(),
  receivedList(),
  balanceList([]),
  stockList(),
  storedList(true, true),
  cardsList("seller", null, false),
  shippedList("seller", [], true),
] as unknown as List[];

test("what a list leaves out until asked is one of its columns, and nothing that a phone shows", () => {
  for (const { path, columns, off = [] } of lists)
    for (const name of off) {
      const column = columns.find((one) => one.name === name);
      expect([path, name, column?.name, column?.fact]).toEqual([path, name, name, undefined]);
    }
});

test("a column left out is shown once it was turned, another hidden", () => {
  expect([isShown("tax", [], ["tax"]), isShown("tax", ["tax"], ["tax"]), isShown("name", ["name"])]).toEqual([
    false,
    true,
    false,
  ]);
  const names = (turned?: string[]) =>
    shownOf(deliveryList.columns, turned, deliveryList.off).map(({ name }) => name);
  expect(names()).not.toContain("person");
  expect(names(["person", "name"])).toContain("person");
  expect(names(["person", "name"])).not.toContain("name");
});
