/** Nouns that come in as a CSV (app/lib/web/import.at.ts). */
const IMPORTED = [
  "inventory",
  "inventory/opening",
  "inventory/stocktake",
  "setting/collaborator",
  "setting/collaborator/destination",
  "setting/destination",
  "setting/meta/process",
  "setting/meta/reason",
  "setting/meta/record",
  "setting/payee",
  "setting/product",
  "setting/product/price",
  "setting/worker",
  "task",
];

/** Lists that go out as a CSV (app/lib/web/csv.at.ts). */
const LISTED = [
  "accounting/archive",
  "accounting/confirmation",
  "accounting/delivery",
  "accounting/delivery/lines",
  "accounting/invoice",
  "accounting/invoice/lines",
  "accounting/invoice/summary",
  "accounting/payable",
  "accounting/payable/bill",
  "accounting/payable/due",
  "accounting/payable/ledger",
  "accounting/payable/match",
  "accounting/payable/match/line",
  "accounting/payable/offset",
  "accounting/payable/payment",
  "accounting/payable/record",
  "accounting/payable-schedule",
  "accounting/receivable",
  "accounting/self-bill",
  "accounting/receivable/due",
  "accounting/receivable/offset",
  "accounting/receivable/ledger",
  "accounting/receivable/bank",
  "accounting/receivable/payment",
  "accounting/transfer",
  "bi/defective",
  "bi/history",
  "bi/quality",
  "bi/stat/works",
  "bi/worktime",
  "bi/worktime/rows",
  "bi/worktime/sums",
  "chat/asks",
  "chat/search",
  "chat/sent",
  "inventory",
  "inventory/closing/rows",
  "inventory/opening",
  "inventory/stored",
  "inventory/stocktake",
  "inventory/stocktake/sheet",
  "inventory/value",
  "order",
  "order/line",
  "order/product",
  "setting/collaborator",
  "setting/destination",
  "setting/payee",
  "setting/product",
  "setting/product/price",
  "setting/product/quote",
  "setting/security",
  "setting/self/log",
  "setting/user",
  "setting/user/log",
  "setting/worker",
  "task/kanban",
  "task/list",
  "task/order/supply",
  "task/report",
  "task/shipped",
  "task/status_code",
];

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  server: "./server.ts",
  serverBuildPath: "build/index.js",
  serverModuleFormat: "esm",
  serverMinify: false,
  ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"],
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      const shared = (path, file) => route(path, `routes/shared/${file}.tsx`, { id: `shared/${path}` });
      for (const noun of IMPORTED) {
        shared(`${noun}/import`, "import.start");
        shared(`${noun}/import.csv`, "import.template");
        shared(`${noun}/import/:key`, "import.page");
        shared(`${noun}/import/:key/wrong.csv`, "import.wrong");
      }
      shared("order/lines.csv", "import.template");
      for (const side of ["order", "task/order"]) shared(`${side}/:key/print`, "order.sheets");
      for (const side of ["receivable", "payable"]) {
        shared(`accounting/${side}/offset`, "offset.list");
        shared(`accounting/${side}/offset/new`, "offset.new");
        shared(`accounting/${side}/offset/:key`, "offset.page");
      }
      for (const kind of ["delivery", "invoice"]) shared(`accounting/${kind}/send`, "document.send");
      shared("setting/destination/:key", "destination.page");
      shared("setting/collaborator/:id/destination/:key", "destination.page");
      for (const list of LISTED) shared(`${list}.csv`, "list.csv");
    }),
  tailwind: true,
  postcss: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};
