import { test } from "./fixtures";
import { orderAtAQuote } from "./order";

// Fewer than ordered: what becomes of the rest is asked.
const SHORT = /^422 POST \/task\/\d+\/ship$/;

test("a price is asked for and chosen, the order is changed, delivered in part and inspected", async ({
  as,
  allow,
}) => {
  allow(SHORT);
  await orderAtAQuote(as);
});

test.describe("JavaScriptなし", () => {
  test.use({ javaScriptEnabled: false });
  test("the same without JavaScript", async ({ as, allow }) => {
    allow(SHORT);
    await orderAtAQuote(as);
  });
});
