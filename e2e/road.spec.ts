import { test } from "./fixtures";
import { walk } from "./road";

// 128.4 × 25 = 3,210; 3.475 × 333 = 1,157.175, cut off to 1,157; a tenth of 4,367 cut off to 436.
test("an order is answered, made, shipped, delivered and billed, and both sides hold the same printed papers", async ({
  as,
  allow,
}) => {
  allow("409 POST /task/kanban/move", "422 POST /accounting/invoice/close");
  await walk({
    as,
    clerk: "kobai",
    buyer: "tanaka",
    buyer_id: "tanaka",
    company: "田中産業機械株式会社",
    closing_day: 20,
    lines: [
      ["YM-1001", "ブラケットA", "25", "3,210"],
      ["YM-1007", "ワッシャー φ12", "333", "1,157"],
    ],
    subtotal: 4367,
    tax: 436,
    total: 4803,
  });
});
