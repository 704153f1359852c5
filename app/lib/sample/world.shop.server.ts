import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";

/** Where a card stands in the end: a process by its group_id, 99 shipped, or in the inbox by its answer. */
export type CardStage = number | "waiting" | "proposed" | "declined";

type Buyer = { buyer_id: string; clerks: string[]; products: string[] };

export type Shop = {
  seller_id: string;
  seed: number;
  /** Who answers requests, who moves cards, who writes documents. */
  boss: string;
  hand: string;
  clerk: string;
  /** Its processes after the inbox, and how often a card passes there. */
  route: { group_id: number; often: number }[];
  inspect: number;
  ready: number;
  /** Where cards wait longest before somebody begins. */
  slow?: number;
  /** How often an order comes from the first of its two buyers. */
  share: number;
  buyers: [Buyer, Buyer];
  /** Lines of its orders, in turn. */
  sizes: number[];
  /** Working days back. */
  since: number;
  /** Cards shipped, and of late. */
  shipped: number;
  lately: number;
  board: Record<number, number>;
  inbox: CardStage[];
  calls: { buyer_id: string; code: string; place: CardStage; note: string; is_billing_target?: boolean }[];
};

export const LOTS: Record<string, [low: number, high: number, step: number]> = {
  "YM-1001": [2, 20, 50],
  "YM-1002": [2, 16, 50],
  "YM-1003": [1, 12, 2],
  "YM-1004": [2, 12, 10],
  "YM-1005": [2, 15, 20],
  "YM-1006": [1, 8, 5],
  "YM-1007": [5, 60, 100],
  "YM-2001": [2, 10, 30],
  "YM-2002": [1, 6, 1],
  "YM-2003": [1, 10, 6],
  "YM-2004": [4, 20, 50],
  "YM-S001": [2, 10, 100],
  "YM-S002": [2, 8, 50],
  "YM-P001": [2, 10, 100],
  "YM-P002": [1, 6, 50],
  "SA-01": [1, 8, 5],
  "SA-02": [1, 8, 5],
  "SA-03": [2, 10, 10],
  "SA-04": [1, 10, 10],
  "SA-05": [2, 12, 20],
};

const times = (n: number, place: CardStage) => Array.from({ length: n }, () => place);

export function yamada(stock_id: string, parts_id: string): Shop {
  const phone = (buyer_id: string, code: string, place: CardStage, note = "電話で受注") => ({
    buyer_id,
    code,
    place,
    note,
  });
  return {
    seller_id: "yamada",
    seed: 20_260_401,
    boss: "admin@yamada.example",
    hand: "genba@yamada.example",
    clerk: "keiri@yamada.example",
    route: [
      { group_id: 3, often: 1 },
      { group_id: 4, often: 0.8 },
      { group_id: 5, often: 0.5 },
      { group_id: 6, often: 0.2 },
      { group_id: 7, often: 1 },
      { group_id: 8, often: 1 },
    ],
    inspect: 7,
    ready: 8,
    slow: 5,
    share: 0.58,
    buyers: [
      {
        buyer_id: "tanaka",
        clerks: ["admin@tanaka.example", "kobai@tanaka.example", "kobai@tanaka.example"],
        products: ["YM-1001", "YM-1002", "YM-1003", "YM-1004", "YM-1005", "YM-1006", "YM-1007"],
      },
      {
        buyer_id: "suzuki",
        clerks: ["admin@suzuki.example"],
        products: ["YM-2001", "YM-2002", "YM-2003", "YM-2004"],
      },
    ],
    sizes: [3, 1, 4, 2, 6, 1, 2, 5, 3, 2],
    since: -80,
    shipped: 70,
    lately: 12,
    board: { 2: 9, 3: 18, 4: 9, 5: 7, 6: 5, 7: 7, 8: 6 },
    inbox: [
      ...times(6, "waiting"),
      "proposed",
      "declined",
      "proposed",
      ...times(3, "waiting"),
      "proposed",
      ...times(3, "waiting"),
    ],
    calls: [
      phone("tanaka", "YM-1003", NON_KANBAN_GROUP),
      phone("tanaka", "YM-1001", NON_KANBAN_GROUP),
      phone("suzuki", "YM-2003", NON_KANBAN_GROUP),
      phone("suzuki", "YM-2001", NON_KANBAN_GROUP, "FAXで受注"),
      phone("tanaka", "YM-1004", NON_KANBAN_GROUP, "FAXで受注"),
      phone(stock_id, "YM-S001", NON_KANBAN_GROUP, "在庫補充"),
      phone(stock_id, "YM-S002", NON_KANBAN_GROUP, "在庫補充"),
      phone(parts_id, "YM-P001", NON_KANBAN_GROUP, "在庫補充"),
      phone(parts_id, "YM-P002", NON_KANBAN_GROUP, "在庫補充"),
      {
        buyer_id: "suzuki",
        code: "YM-2002",
        place: NON_KANBAN_GROUP,
        note: "展示会用の見本。請求なし",
        is_billing_target: false,
      },
      phone("tanaka", "YM-1002", 3),
      phone("suzuki", "YM-2004", 4, "FAXで受注"),
      phone("tanaka", "YM-1005", 7),
      phone(stock_id, "YM-S001", 3, "在庫補充"),
      phone(stock_id, "YM-S002", 2, "在庫補充"),
      phone(parts_id, "YM-P001", 3, "在庫補充"),
      phone(parts_id, "YM-P002", 4, "在庫補充"),
      {
        buyer_id: "tanaka",
        code: "YM-1001",
        place: 4,
        note: "前回分の無償作り直し",
        is_billing_target: false,
      },
    ],
  };
}

export const SATO: Shop = {
  seller_id: "sato",
  seed: 19_640_824,
  boss: "admin@sato.example",
  hand: "admin@sato.example",
  clerk: "admin@sato.example",
  route: [
    { group_id: 3, often: 1 },
    { group_id: 4, often: 0.7 },
    { group_id: 5, often: 1 },
    { group_id: 6, often: 1 },
  ],
  inspect: 5,
  ready: 6,
  share: 0.6,
  buyers: [
    { buyer_id: "tanaka", clerks: ["kobai@tanaka.example"], products: ["SA-01", "SA-02", "SA-03"] },
    { buyer_id: "yamada", clerks: ["admin@yamada.example"], products: ["SA-04", "SA-05"] },
  ],
  sizes: [1, 2, 1, 3],
  since: -76,
  shipped: 14,
  lately: 3,
  board: { 2: 2, 3: 3, 4: 2, 5: 2, 6: 1 },
  inbox: ["waiting", "waiting", "proposed"],
  calls: [],
};
