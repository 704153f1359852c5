import { test } from "./fixtures";
import { walk } from "./road";

test.use({ javaScriptEnabled: false });

// 265.8 × 7 = 1,860.6, cut off to 1,860; 58.2 × 3 = 174.6 to 174; a tenth of 2,034 to 203.
test("the same without JavaScript", async ({ as, allow }) => {
  allow("422 POST /accounting/invoice/close");
  await walk({
    as,
    clerk: "suzuki",
    buyer: "suzuki",
    buyer_id: "suzuki",
    company: "鈴木電装株式会社",
    closing_day: 31,
    lines: [
      ["YM-2001", "端子台ケース", "7", "1,860"],
      ["YM-2004", "アース板", "3", "174"],
    ],
    subtotal: 2034,
    tax: 203,
    total: 2237,
    presses: true,
    inspects: true,
  });
});
