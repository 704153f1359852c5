import type { Page } from "playwright/test";
import { dayFromNow, expect, inSight, test } from "./fixtures";

const ROOM = "/chat/yamada_tanaka";
const talk = (page: Page) => page.getByRole("log", { name: "メッセージ" });
const said = (page: Page, text: string) => talk(page).getByRole("listitem").filter({ hasText: text });
const box = (page: Page) => page.getByRole("textbox", { name: "メッセージ" });

/** The choice of keys is drawn by the live chat alone. */
async function enter(page: Page): Promise<void> {
  await page.goto(ROOM);
  await expect(page.getByLabel("送信のしかた")).toHaveText(/^Ctrl\+Enter で送信/);
}

test("what one company says appears at the other, is marked as read, and carries its card", async ({
  as,
}) => {
  const [factory, customer] = [await as("yamada"), await as("tanaka")];
  await enter(factory);
  // Orders of colleagues are unread in other rooms.
  await customer.goto("/chat");
  await customer.getByRole("button", { name: "全て既読にする" }).click();
  await expect(customer.getByText("全てのルームを既読にしました。")).toBeVisible();
  await enter(customer);
  const words = `納期の件 ${Date.now()}`;

  // Not even Ctrl+Enter sends while composing.
  await box(factory).fill(words);
  await box(factory).press("Enter");
  await box(factory).evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "Enter",
        ctrlKey: true,
        isComposing: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  await expect(box(factory)).toHaveValue(`${words}\n`);
  await expect(said(factory, words)).toHaveCount(0);

  await box(factory).press("Control+Enter");
  await expect(box(factory)).toHaveValue("");
  await expect(said(customer, words)).toContainText("山田 太郎");
  await expect(said(factory, words)).toContainText("既読");
  await expect(customer.locator("[data-dot=chat]:not([hidden])")).toHaveCount(0);

  // Enter sends for whom likes it, but not while composing.
  await customer.getByRole("link", { name: "入力欄へ" }).focus();
  await customer.keyboard.press("Enter");
  await expect(box(customer)).toBeFocused();
  const saved = customer.waitForResponse((answer) => answer.url().endsWith("/chat/enter"));
  await customer.getByLabel("送信のしかた").selectOption("Enter で送信");
  await saved;
  await enter(customer);
  await expect(customer.getByLabel("送信のしかた")).toHaveValue("on");
  await box(customer).fill(`Enter ${words}`);
  await box(customer).press("Shift+Enter");
  await box(customer).evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
    ),
  );
  await expect(box(customer)).toHaveValue(`Enter ${words}\n`);
  await box(customer).press("Enter");
  await expect(box(customer)).toHaveValue("");
  await expect(said(factory, `Enter ${words}`)).toHaveCount(1);

  // One press, an edit and an answer are seen at the other side at once.
  await said(customer, words).first().getByRole("button", { name: /^了解/ }).click();
  await expect(said(factory, words).first()).toContainText("了解田中 一郎");
  await said(factory, words).first().getByText("…", { exact: true }).click();
  await said(factory, words).first().getByRole("link", { name: "編集" }).click();
  const mended = `直した件 ${Date.now()}`;
  await factory.getByRole("textbox", { name: "メッセージを編集" }).fill(mended);
  await factory.getByRole("button", { name: "保存" }).click();
  await expect(said(customer, mended)).toContainText("編集済み");
  await said(customer, mended).getByText("…", { exact: true }).click();
  await said(customer, mended).getByRole("link", { name: "返信" }).click();
  await expect(box(customer)).toBeFocused();
  await box(customer).fill(`返事 ${words}`);
  await customer.getByRole("button", { name: "送信", exact: true }).click();
  await expect(said(factory, `返事 ${words}`).getByRole("link", { name: mended })).toBeVisible();

  await customer.getByRole("button", { name: "カード・商品" }).click();
  await expect(customer.getByRole("searchbox", { name: "カード・商品を探す" })).toBeFocused();
  const card = customer
    .locator("form")
    .getByRole("button")
    .filter({ has: customer.locator("b") })
    .first();
  const id = await card.locator("b").innerText();
  await card.click();
  await box(customer).fill(`このカードです ${words}`);
  await customer.getByRole("button", { name: "送信", exact: true }).click();
  await expect(said(factory, `このカードです ${words}`).getByRole("link", { name: id })).toBeVisible();

  // A picture is pasted, a drawing dropped beside the field.
  await box(factory).fill(`写真と図面 ${words}`);
  await box(factory).evaluate(async (field) => {
    const picture = new OffscreenCanvas(2400, 1200);
    picture.getContext("2d")!.fillRect(0, 0, 2400, 900);
    const held = (name: string, type: string, part: BlobPart) => {
      const data = new DataTransfer();
      data.items.add(new File([part], name, { type }));
      return data;
    };
    const pasted = held("写真.png", "image/png", await picture.convertToBlob());
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
    const fallen = new DragEvent("drop", {
      dataTransfer: held("外形図.pdf", "application/pdf", "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"),
      bubbles: true,
      cancelable: true,
    });
    if (document.querySelector("h1")!.dispatchEvent(fallen))
      throw new Error("the browser would leave the page for the file");
  });
  await expect(factory.getByRole("button", { name: "外形図.pdfを外す" })).toBeVisible();
  await factory.getByRole("button", { name: "送信", exact: true }).click();
  const sent = said(customer, `写真と図面 ${words}`);
  await expect(sent.getByRole("link", { name: "外形図.pdf" })).toBeVisible();
  const large = await sent.getByRole("img").locator("..").getAttribute("href");
  const size = await customer.evaluate(async (href) => {
    const { width, height } = await createImageBitmap(await (await fetch(href!)).blob());
    return [width, height];
  }, large);
  expect(size).toEqual([1600, 800]);
  // Long words wrap, and an address is a link.
  const address = `https://files.example/${"a".repeat(180)}`;
  await customer.setViewportSize({ width: 390, height: 800 });
  await box(customer).fill(`${"=".repeat(80)}\n${"―".repeat(60)}\n${address}`);
  await customer.getByRole("button", { name: "送信", exact: true }).click();
  await expect(talk(customer).getByRole("link", { name: address })).toHaveAttribute("href", address);
  expect(await talk(customer).evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  // Above the keyboard, without the bar; closed, the bar is there again.
  for (const [height, typing] of [
    [420, true],
    [800, false],
  ] as const) {
    await customer.setViewportSize({ width: 390, height });
    const bar = customer.getByRole("navigation", { name: "下部メニュー" });
    await expect(bar).toBeVisible({ visible: !typing });
    const end = typing ? height : (await bar.boundingBox())!.y;
    await expect
      .poll(async () => {
        const { y, height: tall } = (await customer.locator("[data-island] form").last().boundingBox())!;
        return Math.abs(y + tall - end) <= 2;
      })
      .toBe(true);
  }
  // Enlarged twice or four times the send button stays in sight, and nothing covers it.
  for (const [width, height] of [
    [390, 800],
    [640, 400],
    [320, 256],
  ] as const) {
    await customer.setViewportSize({ width, height });
    await expect
      .poll(async () => [width, await inSight(customer.getByRole("button", { name: "送信", exact: true }))])
      .toEqual([width, true]);
    expect(await customer.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }

  await said(factory, `このカードです ${words}`).getByRole("link", { name: id }).click();
  await expect(factory.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(factory).toHaveURL(/\/task\/\d+$/);
});

test("a message that found no way outlasts a reload, and is sent again once, never twice", async ({
  as,
  allow,
}) => {
  allow(/^net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED) /);
  const [factory, customer] = [await as("yamada"), await as("tanaka")];
  await enter(factory);
  await enter(customer);
  const words = `電波の切れ目 ${Date.now()}`;
  await customer.context().setOffline(true);
  await box(customer).fill(words);
  await box(customer).press("Control+Enter");
  await expect(said(customer, words).getByRole("alert")).toContainText("送信できませんでした");
  await customer.context().setOffline(false);
  await enter(customer);
  await expect(said(customer, words).getByRole("alert")).toContainText("送信できませんでした");

  // Its answer is lost: the server has the message, the browser does not know.
  await customer.route(
    "**/messages",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await customer.getByRole("button", { name: "再送" }).click();
  await expect(said(factory, words)).toHaveCount(1);
  await expect(said(customer, words)).toHaveCount(1);
  const again = customer.getByRole("button", { name: "再送" });
  // It may be sent by itself between the look and the press.
  if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(again).toBeHidden();
  await customer.reload();
  await expect(said(customer, words)).toHaveCount(1);
  await expect(said(factory, words)).toHaveCount(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an order rings the bell, is talked about, and its date is agreed on", async ({ as, allow }) => {
    allow("422 POST /chat/yamada_tanaka/agree");
    const [factory, customer] = [await as("yamada"), await as("tanaka")];
    const order_id = `C${Date.now()}`;
    await customer.goto("/order/new?seller_id=yamada");
    await customer.getByLabel("注文番号").fill(order_id);
    await customer.getByRole("textbox", { name: "希望納期" }).fill(dayFromNow(20));
    const product = customer.getByRole("combobox", { name: "1行目 商品" });
    await product.selectOption((await product.getByRole("option", { name: "YM-1001" }).innerText()).trim());
    await customer.getByLabel("1行目 数量").fill("5");
    for (const name of ["内容を確認する", "依頼を送信する"])
      await customer.getByRole("button", { name }).click();
    await expect(customer.getByRole("status").filter({ hasText: order_id })).toContainText("送信しました");

    await factory.goto("/task/kanban");
    await expect(factory.locator("[data-dot=notice]").first()).toBeVisible();
    await factory.goto("/chat/notices");
    const notice = factory.getByRole("listitem").filter({ hasText: `新規依頼が届きました（${order_id}）` });
    await notice.getByRole("button", { name: "新規依頼が届きました" }).click();
    await expect(factory).toHaveURL(/\/task\/order\/\d+/);
    await factory.goto("/chat/notices");
    await expect(notice.getByRole("button", { name: "未読に戻す" })).toBeVisible();
    await notice.getByRole("button", { name: "未読に戻す" }).click();
    await expect(notice.getByRole("button", { name: "既読にする" })).toBeVisible();
    await factory.getByRole("button", { name: "全て既読" }).click();
    await expect(factory.getByText("未読はありません")).toBeVisible();

    await customer.goto(`/task/kanban?q=${order_id}`);
    const card = (await customer.getByRole("article").getByRole("link").first().getAttribute("href"))!;
    await customer.goto(ROOM);
    await expect(
      said(customer, `新規依頼 ${order_id} を送りました`).getByRole("link", { name: "依頼書を開く" }),
    ).toBeVisible();
    const asking = `${order_id} をお願いします`;
    await box(customer).fill(asking);
    await customer.getByRole("checkbox", { name: "要回答" }).check();
    await customer.getByLabel("回答の期日").fill(dayFromNow(3));
    await customer.getByRole("button", { name: "送信", exact: true }).click();
    await expect(said(customer, asking)).toContainText("相手の回答待ち");
    const phrase = `${order_id} の図面を確認しました。`;
    await factory.goto("/chat/phrases");
    await factory.getByLabel("新しい定型文").fill(phrase);
    await factory.getByRole("button", { name: "保存" }).click();
    const last = await factory.getByRole("textbox", { name: /番目$/ }).count();
    await factory.getByRole("button", { name: `${last}番目を上へ` }).click();
    await expect(factory.getByRole("textbox", { name: `${last - 1}番目` })).toHaveValue(phrase);
    await factory.goto(ROOM);
    await factory.getByText("定型文", { exact: true }).click();
    await factory.getByRole("link", { name: phrase }).click();
    await expect(box(factory)).toHaveValue(phrase);
    await factory.goto("/chat?show=ask");
    await factory
      .getByRole("navigation", { name: "ルーム" })
      .getByRole("link", { name: "田中産業機械" })
      .click();
    await expect(said(factory, asking)).toContainText("田中 一郎");
    await said(factory, asking).getByRole("button", { name: "回答済みにする" }).click();
    await expect(said(factory, asking)).toContainText("回答済み");
    await factory.getByRole("button", { name: "ここまで既読にする" }).click();
    await expect(factory.getByRole("button", { name: "ここまで既読にする" })).toHaveCount(0);
    await customer.reload();
    await expect(said(customer, asking)).toContainText("既読");
    await said(factory, asking).getByText("…", { exact: true }).click();
    await said(factory, asking).getByRole("link", { name: "返信" }).click();
    await expect(factory.getByText("田中 一郎への返信")).toBeVisible();
    await box(factory).fill(`返信 ${order_id}`);
    await factory.getByRole("button", { name: "送信", exact: true }).click();
    const answer = said(factory, `返信 ${order_id}`);
    await expect(answer.getByRole("link", { name: asking })).toBeVisible();
    await answer.getByText("…", { exact: true }).click();
    await answer.getByRole("link", { name: "編集" }).click();
    await factory.getByRole("textbox", { name: "メッセージ" }).fill(`直した返信 ${order_id}`);
    await factory.getByRole("button", { name: "保存" }).click();
    await expect(said(factory, `直した返信 ${order_id}`)).toContainText("編集済み");
    await customer.reload();
    await said(customer, `直した返信 ${order_id}`).getByRole("button", { name: /^了解/ }).click();
    await expect(said(customer, `直した返信 ${order_id}`)).toContainText("了解田中 一郎");
    await box(factory).fill(`間違い ${order_id}`);
    await factory.getByRole("button", { name: "送信", exact: true }).click();
    await said(factory, `間違い ${order_id}`).getByText("…", { exact: true }).click();
    await said(factory, `間違い ${order_id}`).getByRole("link", { name: "削除" }).click();
    await factory.getByRole("button", { name: "削除する" }).click();
    await expect(said(factory, "このメッセージは削除されました").last()).toBeVisible();
    await expect(said(factory, `間違い ${order_id}`)).toHaveCount(0);

    await customer.goto(`${ROOM}/agree?task=${card.split("/").pop()}`);
    await customer.getByLabel("合意する項目").selectOption("納期");
    await customer.getByLabel("新しい値").fill("いつか");
    await customer.getByRole("button", { name: "提案する" }).click();
    await expect(customer.getByLabel("新しい値")).toHaveAttribute("aria-invalid", "true");
    await customer.getByLabel("新しい値").fill(dayFromNow(31));
    await customer.getByLabel("ひとこと").fill("材料の都合です");
    await customer.getByRole("button", { name: "提案する" }).click();
    await expect(said(customer, "材料の都合です")).toContainText("回答待ち");

    await factory.goto(ROOM);
    await said(factory, "材料の都合です").getByRole("button", { name: "承認" }).click();
    await expect(said(factory, "材料の都合です")).toContainText("合意しました");
    for (const page of [factory, customer]) {
      await page.goto(card);
      await expect(
        page.getByText(dayFromNow(31).replace(dayFromNow(0).slice(0, 5), "")).first(),
      ).toBeVisible();
    }
  });
});
