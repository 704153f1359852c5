import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { axe, dayFromNow, expect, signIn, test } from "./fixtures";

const NEW = "/order/new?seller_id=yamada";
const check = (page: Page) => page.getByRole("button", { name: "内容を確認する" });
/** Confirms the preview, too. */
async function send(page: Page) {
  await check(page).click();
  return page.getByRole("button", { name: "依頼を送信する" });
}

async function fill(page: Page, order_id: string): Promise<void> {
  await page.getByLabel("注文番号").fill(order_id);
  await page.getByRole("textbox", { name: "希望納期" }).fill(dayFromNow(14));
  await page.getByLabel("1行目 品名").fill("試作ブラケット");
  await page.getByLabel("1行目 数量").fill("5");
  await page.getByLabel("1行目 注文単位").selectOption("個");
  await page.getByLabel("1行目 単位", { exact: true }).selectOption("個");
  await page.getByLabel("1行目 単価").fill("100");
}

test.beforeEach(async ({ page }) => {
  await signIn(page, "kobai");
});

test("what is wrong is named beside its field, and everything typed stays", async ({ page }) => {
  await page.goto(NEW);
  await fill(page, "まちがい");
  await page.getByRole("textbox", { name: "希望納期" }).fill("そのうち");
  await page.getByLabel("1行目 数量").fill("たくさん");
  await page.getByRole("group", { name: "条件" }).getByLabel("備考").fill("一行目\n二行目 <b>");
  await check(page).click();
  await expect(page.getByText("希望納期は日付で入力してください").first()).toBeVisible();
  await expectUnsent(page);
});

async function expectUnsent(page: Page): Promise<void> {
  await expect(page.getByText("数量は数値で入力してください").first()).toBeVisible();
  await expect(page.getByLabel("1行目 数量")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("textbox", { name: "希望納期" })).toHaveValue("そのうち");
  await expect(page.getByLabel("1行目 数量")).toHaveValue("たくさん");
  await expect(page.getByLabel("1行目 品名")).toHaveValue("試作ブラケット");
  await expect(page.getByRole("group", { name: "条件" }).getByLabel("備考")).toHaveValue(
    "一行目\n二行目 <b>",
  );
}

test("without JavaScript too, with a list of what is wrong that leads to each field", async ({
  browser,
  allow,
}) => {
  allow("422 POST /order/new");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, "kobai");
  await page.goto(NEW);
  await fill(page, "まちがい");
  await page.getByRole("textbox", { name: "希望納期" }).fill("そのうち");
  await page.getByLabel("1行目 数量").fill("たくさん");
  await page.getByRole("group", { name: "条件" }).getByLabel("備考").fill("一行目\n二行目 <b>");
  await check(page).click();
  await page.getByRole("link", { name: /希望納期は日付で入力してください/ }).click();
  await expect(page.getByRole("textbox", { name: "希望納期" })).toBeFocused();
  await expectUnsent(page);
  await context.close();
});

/** Passes all on, but holds back what of a page follows its head for a second, as a slow line may. */
async function slowLine(to: string) {
  const server = createServer(async (asked, answer) => {
    const given = await fetch(to + asked.url, { headers: { Cookie: asked.headers.cookie ?? "" } });
    const kept = ["content-type", "cache-control"].map((name) => [name, given.headers.get(name) ?? ""]);
    const bytes = Buffer.from(await given.arrayBuffer());
    answer.writeHead(given.status, Object.fromEntries(kept));
    const head = bytes.indexOf("</head>") + 1;
    answer.write(bytes.subarray(0, head));
    if (head > 0) await new Promise((done) => setTimeout(done, 1000));
    answer.end(bytes.subarray(head));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a page that comes slowly is live all the same, its scripts long kept", async ({ page, baseURL }) => {
  const { server, at } = await slowLine(baseURL!);
  for (const _ of ["first", "kept"]) {
    await page.goto(at + NEW);
    await expect(page.locator("input[role=combobox]").first()).toBeVisible();
  }
  server.closeAllConnections();
  server.close();
});

test("rows copied in Excel fill the sheet: a product by its code, and what has no place is told", async ({
  page,
}) => {
  await page.goto(NEW);
  const row = (code: string) => [code, "", "1,000", "個", "", "", "2030/1/10", "写し"].join("\t");
  const copied = [...Array.from({ length: 300 }, () => row("YM-1001")), row("YM-1002")].join("\r\n");
  await expect(page.locator("input[role=combobox]").first()).toBeVisible();
  // Also where the field was focused before it became a combobox.
  await page
    .locator("select[data-combo]")
    .first()
    .evaluate((cell, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, `${copied}\r\n`);
  // Not by `expect`: each look of its that finds nothing describes all 19,000 elements, and keeps the page from its work.
  await page.waitForFunction(() => document.querySelector("[data-lines] > [data-error]")?.textContent);
  await expect(page.getByText("貼り付けた301行のうち、最後の1行は入っていません。")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "300行目 商品", exact: true })).toHaveValue(/^YM-1001 /);
  await expect(page.getByLabel("300行目 数量", { exact: true })).toHaveValue("1,000");
  await expect(page.getByLabel("300行目 備考", { exact: true })).toHaveValue("写し");
  // By headings in another order, with a column of amounts.
  await page.getByLabel("1行目 単価", { exact: true }).evaluate((cell, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, "得意先\t備考\t注文数\t単価\t金額\r\n田中\t見出し\t10\t12.5\t130\r\n");
  await expect(page.getByText("「得意先」は、入る列がない")).toContainText("1行目 表 130・計算 125");
  await expect(page.getByLabel("1行目 備考", { exact: true })).toHaveValue("見出し");
  await expect(page.getByLabel("1行目 納期", { exact: true })).toHaveValue(/^2030\/01\/10|^2030\/1\/10/);
});

/** Acts while the answers of the order's pages wait; returns what was requested meanwhile. */
async function slowly(page: Page, act: () => Promise<void>): Promise<string[]> {
  const asked: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(/\/order(\/new)?\?/, async (route) => {
    asked.push(route.request().method());
    await held;
    await route.continue();
  });
  await act();
  answer();
  await page.unrouteAll({ behavior: "wait" });
  return asked;
}

test("a double click sends one order", async ({ page }) => {
  const order_id = `D${Date.now()}`;
  await page.goto(NEW);
  await fill(page, order_id);
  // The same press does nothing; another one is reported, then and after the answer.
  const number = page.getByLabel("注文番号");
  const told = page.getByText("前の操作の途中だったため、この操作は行っていません。");
  const asks = await slowly(page, async () => {
    for (let turn = 0; turn < 2; turn++) await number.press("Enter");
    await expect(page.getByText("送信中…")).toBeVisible();
    await expect(told).toBeHidden();
    await page.getByLabel("1行目 数量").fill("6");
    await number.press("Enter");
    await expect(told).toBeVisible();
  });
  await expect(page.getByRole("button", { name: "依頼を送信する" })).toBeVisible();
  await expect(told).toBeVisible();
  await expect(page.getByLabel("1行目 数量")).toHaveValue("6");
  expect(asks).toHaveLength(1);
  await check(page).click();
  await expect(page.getByText("送信中…")).toBeHidden();
  await page.getByRole("button", { name: "依頼を送信する" }).dblclick();
  await expect(page.getByRole("heading", { name: `外注依頼書 ${order_id}` })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "送信しました" })).toBeVisible();
  // A search waits for the one before it.
  await page.goto("/order");
  const wanted = page.locator("form[data-enhance=submit][method=get] [name=q]");
  await slowly(page, async () => {
    for (const typed of ["まえ", order_id]) {
      await wanted.fill(typed);
      await wanted.press("Enter");
    }
  });
  await expect(page).toHaveURL(new RegExp(`q=${order_id}`));
  await page.goto(`/task/kanban?q=${order_id}`);
  await expect(page.getByRole("status").filter({ hasText: "送信しました" })).toBeHidden();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("the same form posted three times at once, as without JavaScript, sends one order", async ({ page }) => {
  const order_id = `P${Date.now()}`;
  await page.goto(NEW);
  await fill(page, order_id);
  await expect(await send(page)).toBeVisible();
  const fields = await page.evaluate(() =>
    [["step", "send"], ...new FormData(document.querySelector<HTMLFormElement>("#order")!)].map(
      ([name, value]) => [name, String(value)],
    ),
  );
  const origin = new URL(page.url()).origin;
  const posts = [1, 2, 3].map(() =>
    page.request.post(NEW, {
      headers: { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
      data: new URLSearchParams(fields).toString(),
      maxRedirects: 0,
    }),
  );
  const answers = await Promise.all(posts);
  expect(new Set(answers.map((answer) => `${answer.status()} ${answer.headers()["location"]}`)).size).toBe(1);
  await page.goto(`/task/kanban?q=${order_id}`);
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("Enter in a field shows what would be sent and sends nothing; what was changed after the check is shown again before it goes", async ({
  page,
  as,
  allow,
}) => {
  allow("409 POST /order/new");
  const order_id = `V${Date.now()}`;
  await page.goto(NEW);
  await fill(page, order_id);
  for (const press of ["Enter", "Enter", "Control+Enter"]) {
    await Promise.all([page.waitForResponse("**/order/new*"), page.getByLabel("注文番号").press(press)]);
    await expect(page.getByText("送信中…")).toBeHidden();
    await expect(page.getByRole("button", { name: "依頼を送信する" })).toBeVisible();
  }
  await page.getByLabel("1行目 数量").fill("50");
  await page.getByRole("button", { name: "依頼を送信する" }).click();
  await expect(page.getByText("合計（税抜） 500円 → 5,000円")).toBeVisible();
  // A preview is not sent: leaving it asks.
  const asked = page.waitForEvent("dialog").then((dialog) => dialog.accept().then(() => dialog.type()));
  await page.goto(`/order?q=${order_id}`);
  expect(await asked).toBe("beforeunload");
  await expect(page.getByRole("link", { name: order_id, exact: true })).toHaveCount(0);
  const keiri = await as("keiri");
  await keiri.goto("/accounting/invoice/close");
  const box = keiri.getByRole("checkbox", { name: /を締める$/ }).first();
  // Whatever the day: of one 締日 or another, this month or the next, something waits to be closed.
  const days = await keiri.getByLabel("締日").locator("option").all();
  const values = await Promise.all(days.map((day) => day.getAttribute("value")));
  for (const value of values) {
    if ((await box.count()) > 0) break;
    await keiri.goto(`/accounting/invoice/close?closing_day=${value}`);
    const later = await keiri.getByRole("link", { name: "次の月" }).getAttribute("href");
    if ((await box.count()) === 0) await keiri.goto(later!);
  }
  // On a tablet the table scrolls within the page, not the page.
  await keiri.setViewportSize({ width: 768, height: 1024 });
  expect(await keiri.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
  const before = keiri.url().split("?")[0];
  for (const press of ["Enter", "Control+Enter"]) {
    await box.press(press);
    await expect(keiri.getByRole("button", { name: "締めて発行する" })).toBeVisible();
    expect(keiri.url().split("?")[0]).toBe(before);
  }
});

test("on a desk the sheets of メタ情報 stand whole: nothing of them is beside the screen", async ({ as }) => {
  const page = await as("yamada");
  for (const tab of ["process", "record"]) {
    await page.goto(`/setting/meta?tab=${tab}`);
    const beyond = page.locator(".lines-pane").evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    expect(await beyond, tab).toBe(0);
  }
});

test("leaving a form with unsent work is asked about", async ({ page }) => {
  await page.goto(NEW);
  await page.getByLabel("注文番号").fill("まだ");
  const asked = page.waitForEvent("dialog");
  void page.getByRole("link", { name: "やめる" }).click({ noWaitAfter: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("注文番号")).toHaveValue("まだ");
});

test("what was typed into an order is offered again after the page was lost, and is gone once it is sent", async ({
  page,
  context,
}) => {
  const order_id = `D${Date.now()}`;
  const again = page.getByText("が、送信されずに残っています");
  const goOn = page.getByRole("button", { name: "続きから" });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(NEW);
  await fill(page, order_id);
  await page.getByRole("button", { name: "図番・工程・納入先などの列を出す" }).click();
  await page.getByLabel("1行目 図番").fill("Z-1");
  // Enlarged four times, a screen is 320 wide.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await context.clearCookies();
  await page.goto("/login");
  await signIn(page, "kobai");
  await page.goto("/order/new");
  // A draft is not restored by itself; another order may begin beside it.
  await expect(again).toContainText("試作ブラケット");
  await expect(page.getByLabel("1行目 品名")).toHaveValue("");
  await page.getByLabel("1行目 品名").fill("別の品");
  await page.reload();
  await expect(again).toHaveText([/別の品/, /試作ブラケット/]);
  await page.getByRole("button", { name: "破棄" }).first().click();
  await expect(page.getByText("下書きを破棄しました。")).toBeVisible();
  await goOn.click();
  await expect(page.getByLabel("1行目 品名")).toHaveValue("試作ブラケット");
  await expect(page.getByLabel("1行目 図番")).toHaveValue("Z-1");
  await expect(page.getByLabel("注文番号")).toHaveValue(order_id);
  await (await send(page)).click();
  await expect(page.getByRole("heading", { name: `外注依頼書 ${order_id}` })).toBeVisible();
  await page.goto("/order/new");
  await expect(page.getByRole("heading", { name: "送信前の確認" })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("order.draft."))),
    )
    .toEqual([]);
  await expect(again).toHaveCount(0);
});

test("without a connection the form stays, and is sent when there is one again", async ({
  page,
  context,
  allow,
}) => {
  allow("net::ERR_INTERNET_DISCONNECTED POST /order/new");
  const order_id = `O${Date.now()}`;
  await page.goto(NEW);
  await fill(page, order_id);
  const button = await send(page);
  await expect(button).toBeVisible();
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText("通信できませんでした")).toBeVisible();
  await expect(page.getByLabel("1行目 品名")).toHaveValue("試作ブラケット");
  await context.setOffline(false);
  await button.click();
  await expect(page.getByRole("heading", { name: `外注依頼書 ${order_id}` })).toBeVisible();
});

test("a session that ended on the way loses nothing that was typed", async ({ page, context, allow }) => {
  allow("401 POST /order/new");
  await page.goto(NEW);
  await fill(page, "S1");
  await context.clearCookies();
  await check(page).click();
  await expect(page.getByText("もう一度ログインしてください").first()).toBeVisible();
  await expect(page.getByLabel("1行目 品名")).toHaveValue("試作ブラケット");
});

test("numbers and dates are understood as clerks type them", async ({ page }) => {
  await page.goto(NEW);
  const quantity = page.getByLabel("1行目 数量");
  await quantity.fill("１２３４．５");
  await quantity.blur();
  await expect(quantity).toHaveValue("1,234.5");
  await quantity.focus();
  await expect(quantity).toHaveValue("1234.5");
  const date = page.getByRole("textbox", { name: "希望納期" });
  await date.fill("１２／３１");
  await date.blur();
  await expect(date).toHaveValue(/^\d{4}\/12\/31$/);
  await expect(page.getByText(/\d{4}\/12\/31\([日月火水木金土]\)/).first()).toBeVisible();
});

test("an answered page comes into place: focus and what was typed stay where they were", async ({ page }) => {
  await page.goto(NEW);
  await fill(page, "");
  await page.evaluate(() => Object.assign(window, { same: true }));
  await check(page).click();
  // What is to be sent comes into sight, before it can be.
  await expect(page.getByText("¥500（").first()).toBeInViewport();
  await expect(check(page)).toBeFocused();
  await expect(page.getByLabel("1行目 品名")).toHaveValue("試作ブラケット");
  // What is typed while the answer is on its way is newer than it.
  let answer = () => {};
  const typed = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(
    "**/order/new*",
    async (route) => {
      await typed;
      await route.continue();
    },
    { times: 1 },
  );
  await check(page).click();
  await page.getByLabel("1行目 数量").fill("50");
  await page.getByLabel("1行目 備考").fill("急ぎ");
  answer();
  await expect(page.getByText("送信中…")).toBeHidden();
  await expect(page.getByLabel("1行目 数量")).toHaveValue("50");
  await expect(page.getByLabel("1行目 備考")).toHaveValue("急ぎ");
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true);
});

test("a file fills the lines after those that were typed; put right, they are sent with the rest of the form", async ({
  page,
  allow,
}) => {
  allow("422 POST /order/new");
  await page.goto(NEW);
  await fill(page, "取込-1");
  await page.getByText("CSVやExcelの表から明細を入れる").click();
  await page.getByLabel("明細のCSV").setInputFiles({
    name: "meisai.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("品名,数量,注文単位,単位,単価\n板,２０,個,個,50\n棒,たくさん,個,個,80\n"),
  });
  await page.getByRole("button", { name: "明細に入れる" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2行を明細に入れました" })).toBeVisible();
  await expect(page.getByLabel("1行目 品名")).toHaveValue("試作ブラケット");
  await expect(page.getByLabel("2行目 数量")).toHaveValue("20");
  await expect(page.getByLabel("3行目 数量")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("明細のCSV")).toHaveValue("");
  await page.getByLabel("3行目 数量").fill("7");
  await (await send(page)).click();
  await expect(page.getByText("を送信しました")).toBeVisible();
  await expect(page.getByText("棒")).toBeVisible();
});

test("a calendar beside a date field is walked by keys, writes nothing before 決定 and takes no day before a range begins", async ({
  as,
}) => {
  const page = await as("yamada");
  await page.goto("/task/new");
  const field = page.locator("[name=delivery_date]");
  await field.fill("2026/11/30");
  await page.getByRole("button", { name: "カレンダーを開く" }).first().click();
  const calendar = page.getByRole("dialog", { name: "納期のカレンダー" });
  await expect(calendar.getByText("2026年11月")).toBeVisible();
  const grey = (day: string) =>
    calendar
      .getByRole("button", { name: day, exact: true })
      .evaluate((one) => one.classList.contains("text-muted"));
  expect([await grey("2"), await grey("3"), await grey("7")]).toEqual([false, true, true]);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(calendar.getByText("2026年12月")).toBeVisible();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue(/2026\/11\/30/);
  await page.getByRole("button", { name: "カレンダーを開く" }).first().click();
  await calendar.getByRole("button", { name: "10", exact: true }).click();
  await calendar.getByRole("button", { name: "決定" }).click();
  await expect(field).toHaveValue("2026/11/10");
  await page.getByRole("button", { name: "カレンダーを開く" }).first().click();
  await calendar.getByRole("button", { name: "クリア" }).click();
  await expect(field).toHaveValue("");
  await page.goto("/task/shipped?from=2026-11-10&to=2026-11-20");
  await page.getByRole("button", { name: "カレンダーを開く" }).nth(1).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "9", exact: true })).toBeDisabled();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("出荷日（まで）", { exact: true })).toHaveValue(/2026\/11\/10/);
});
