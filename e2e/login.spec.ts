import { axe, CAST, expect, PASSWORD, signIn, test } from "./fixtures";
import { askDatabase, codeFor } from "./outbox";

test.describe.configure({ mode: "serial" });

const NAME = "ユーザー名またはメールアドレス";

test.afterAll(async () => {
  await askDatabase(
    "update pool.users set password_hash = (select password_hash from pool.users where username = $1) where username = any($2)",
    CAST.yamada,
    [CAST.suzuki, CAST.sato],
  );
});

async function temporary(): Promise<void> {
  await askDatabase(
    `update pool.users set status = 'FORCE_CHANGE_PASSWORD', temporary_until = now() + interval '7 days',
    password_hash = (select password_hash from pool.users where username = $1) where username = 'new@yamada.example'`,
    CAST.yamada,
  );
}

test("without a network the sign-in page says so and keeps what was typed", async ({ page, context }) => {
  await page.goto("/login");
  await page.getByLabel(NAME).fill(CAST.yamada);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByText("通信できません。回線を確かめて、もう一度押してください。")).toBeVisible();
  await expect(page.getByLabel(NAME)).toHaveValue(CAST.yamada);
  await expect(page.getByLabel("パスワード", { exact: true })).toHaveValue(PASSWORD);
  await context.setOffline(false);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page).not.toHaveURL(/\/login/);
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "" : "（JavaScriptなし）";
  test.describe(how || "with JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(`the first login asks for a password of one's own and goes on to where the person wanted to be${how}`, async ({
      page,
      allow,
    }) => {
      allow("422 POST /login");
      await temporary();
      await page.goto("/task/list");
      await expect(page.getByRole("heading", { name: "ログイン" })).toBeVisible();
      await page.getByLabel(NAME).fill("new@yamada.example");
      await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "ログイン" }).click();
      await expect(page.getByRole("heading", { name: "新しいパスワードの設定" })).toBeVisible();
      const field = page.getByLabel("新しいパスワード", { exact: true });
      await field.fill("");
      await page.getByRole("button", { name: "設定してログイン" }).click();
      await expect(page.getByText("8文字以上で新しいパスワードを入力してください").last()).toBeVisible();
      await field.fill("password1");
      await page.getByRole("button", { name: "設定してログイン" }).click();
      await expect(page.getByText("パスワードの設定に失敗しました。")).toBeVisible();
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      await field.fill(`new-password-${javaScriptEnabled}`);
      await page.getByRole("button", { name: "設定してログイン" }).click();
      await expect(page).toHaveURL(/\/task\/list$/);
    });

    test(`a first login that takes longer than its 3 minutes starts again, the name kept${how}`, async ({
      page,
      context,
      allow,
    }) => {
      allow("422 POST /login");
      await temporary();
      await page.goto("/login");
      await page.getByLabel(NAME).fill("new@yamada.example");
      await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "ログイン" }).click();
      await expect(page.getByLabel("新しいパスワード", { exact: true })).toBeVisible();
      await context.clearCookies({ name: "koba-pending" });
      await page.getByLabel("新しいパスワード", { exact: true }).fill("too-late-2026");
      await page.getByRole("button", { name: "設定してログイン" }).click();
      await expect(page.getByText("もう一度、仮のパスワードでログインしてください。")).toBeVisible();
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      await expect(page.getByLabel(NAME)).toHaveValue("new@yamada.example");
    });

    test(`a forgotten password is set anew by a mailed code, and the green message says so${how}`, async ({
      page,
      allow,
    }) => {
      allow("422 POST /reset");
      const who = javaScriptEnabled ? CAST.suzuki : CAST.sato;
      await page.goto("/login");
      await page.getByRole("link", { name: "パスワードをお忘れの方" }).click();
      await expect(page.locator("[aria-current=step]")).toContainText("確認コードの送信");
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      await page.getByLabel("メールアドレス").fill(` ${who} `);
      await page.getByRole("button", { name: "確認コードを送信" }).click();
      await expect(page.locator("[aria-current=step]")).toContainText("新しいパスワードの設定");
      await page.getByRole("link", { name: "確認コードを再送信" }).click();
      await expect(page.getByLabel("メールアドレス")).toHaveValue(who);
      await page.getByRole("button", { name: "確認コードを送信" }).click();
      // Only then is the second mail the newest.
      await expect(page.locator("[aria-current=step]")).toContainText("新しいパスワードの設定");

      await page.getByLabel("確認コード").fill(await codeFor(who));
      await page.getByLabel("新しいパスワード", { exact: true }).fill("again-and-again-26");
      await page.getByLabel("新しいパスワード（確認）").fill("something-else-26");
      await page.getByRole("button", { name: "パスワードを再設定" }).click();
      await expect(page.getByRole("alert")).toContainText("パスワードが一致しません");
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      await expect(page.getByLabel("確認コード")).not.toHaveValue("");
      await page.getByLabel("新しいパスワード", { exact: true }).fill("again-and-again-26");
      await page.getByLabel("新しいパスワード（確認）").fill("again-and-again-26");
      await page.getByRole("button", { name: "パスワードを再設定" }).click();
      await expect(page.getByText("パスワードを再設定しました。")).toBeVisible();
      await expect(page).toHaveURL(/\/login\?state=reset$/);
      await expect(page.getByText("新しいパスワードでログインしてください。")).toBeVisible();
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      await expect(page.getByLabel(NAME)).toHaveValue(who);
      await page.getByLabel("パスワード", { exact: true }).fill("again-and-again-26");
      await page.getByRole("button", { name: "ログイン" }).click();
      await expect(page).not.toHaveURL(/login/);
    });

    test(`a form posted after its session has ended is not lost${how}`, async ({ page, context, allow }) => {
      allow(/^(401|422) POST \/task\/new$/);
      await page.goto("/login?return_to=/task/new");
      await page.getByLabel(NAME).fill(CAST.keiri);
      await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "ログイン" }).click();
      await page.getByLabel("品名").first().fill("失われない品名");
      await askDatabase("delete from session where username = $1", CAST.keiri);
      await page.locator("form[data-enhance=submit] [data-save]").evaluate((button: HTMLButtonElement) => {
        button.form!.noValidate = true;
      });
      if (javaScriptEnabled) {
        // The page itself would ask for what is missing first.
        for (const select of await page.locator("select").all()) await select.selectOption({ index: 1 });
        await page.getByLabel("数量").first().fill("1");
      }
      await page.locator("[data-save]").click();
      await expect(page.getByText("もう一度ログインしてください").first()).toBeVisible();
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      if (javaScriptEnabled) await expect(page.getByLabel("品名").first()).toHaveValue("失われない品名");
      const tab = context.waitForEvent("page");
      await page.getByRole("link", { name: "新しいタブでログイン" }).click();
      const login = await tab;
      await login.getByLabel(NAME).fill(CAST.keiri);
      await login.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
      await login.getByRole("button", { name: "ログイン" }).click();
      await expect(login.getByRole("heading", { name: "ログインしました" })).toBeVisible();
      await login.close();
      await page
        .getByRole("button", { name: javaScriptEnabled ? /作成|登録|保存/ : "もう一度送信" })
        .last()
        .click();
      await expect(page.locator("[data-again]")).toHaveCount(0);
      if (await page.getByRole("alert").count())
        await expect(page.getByLabel("品名").first()).toHaveValue("失われない品名");
    });
  });
}

test("a newer revision loads the page once, and no more", async ({ as }) => {
  const page = await as("tanaka");
  await page.goto("/order");
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route(
    (url) => url.pathname === "/order",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "x-revision": "9999999999" } });
    },
  );
  const submit = () =>
    page.evaluate(() =>
      document.querySelector<HTMLFormElement>("form[data-enhance=submit][method=get]")!.requestSubmit(),
    );
  await Promise.all([page.waitForEvent("load"), submit()]);
  for (let i = 0; i < 2; i++) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === "/order"),
      submit(),
    ]);
    await answer.finished();
    // As long as an unwanted reload would need to begin.
    await page.waitForTimeout(1_000);
  }
  expect(loads).toBe(1);
});

test("a newer revision never comes over a typed form, and a broken one is only said", async ({
  as,
  faults,
  allow,
}) => {
  allow(/^console: invalid revision from server/, "422 POST /task/new");
  const page = await as("yamada");
  await page.goto("/task/new");
  const revision = Number(await page.evaluate(() => localStorage.revision));
  expect(revision).toBeGreaterThan(1_700_000_000);
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  const sendAnswered = async (value: string) => {
    await page.route(
      "**/task/new",
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "x-revision": value } });
      },
      { times: 1 },
    );
    // Complete but for the name, which the server misses.
    await page.locator("[name=buyer_id]").selectOption("tanaka");
    await page.locator("[name=num_items]").fill("5");
    await page.locator("[name=note]").fill("入力の途中");
    const [answer] = await Promise.all([
      page.waitForResponse("**/task/new"),
      page.locator("[data-save]").click(),
    ]);
    await answer.finished();
    await page.waitForTimeout(500);
  };
  await sendAnswered(String(revision + 10));
  expect(await page.evaluate(() => localStorage.revision)).toBe(String(revision + 10));
  await expect(page.locator("[name=note]")).toHaveValue("入力の途中");
  expect(loads).toBe(0);
  await sendAnswered("soon");
  expect(faults.filter((fault) => fault.includes("invalid revision from server"))).toHaveLength(1);
  expect(loads).toBe(0);
});

test("a computer whose clock is a day off signs in all the same, and its business dates are the server's", async ({
  browser,
}) => {
  const tokyo = (instant: string) => new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 10);
  for (const days of [1, -1]) {
    const context = await browser.newContext();
    await context.addInitScript((ms) => {
      const True = Date;
      globalThis.Date = class extends True {
        constructor(...given: unknown[]) {
          super(...((given.length > 0 ? given : [True.now() + ms]) as [number]));
        }
        static override now() {
          return True.now() + ms;
        }
      } as DateConstructor;
    }, days * 86_400_000);
    const page = await context.newPage();
    const before = new Date().toISOString();
    await signIn(page, "kobai");
    await page.goto("/order/new?seller_id=yamada");
    expect(await page.evaluate(() => Date.now())).toBeCloseTo(Date.now() + days * 86_400_000, -6);
    const due = page.getByLabel("希望納期");
    const today = (await due.getAttribute("data-today"))!;
    expect([tokyo(before), tokyo(new Date().toISOString())]).toContain(today);
    await expect(page.getByLabel("依頼日")).toHaveValue(new RegExp(today.replaceAll("-", "/")));
    // A day without a year is the next to come: yesterday is next year's.
    const typed = new Date(Date.parse(today) - (days < 0 ? 86_400_000 : 0)).toISOString().slice(0, 10);
    const year = Number(typed.slice(0, 4)) + (days < 0 ? 1 : 0);
    const leap = typed.endsWith("02-29") && days < 0;
    await due.fill(typed.slice(5).replace("-", "/"));
    if (!leap)
      await expect(due.locator("~ output")).toContainText(`${year}/${typed.slice(5).replace("-", "/")}`);
    await context.close();
  }
});

test("an error that nobody catches in a page is reported once", async ({ as, allow }) => {
  allow(/^page: Error: 起きたことのないエラー/, /^page: Error: Request failed with status code 422/);
  const page = await as("yamada");
  await page.goto("/task/kanban");
  for (let i = 0; i < 2; i++) {
    const told = i ? null : page.waitForResponse("**/errors");
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("起きたことのないエラー\n二行目");
      });
    });
    await told;
  }
  await page.evaluate(() => {
    void Promise.reject(new Error("Request failed with status code 422"));
  });
  await page.waitForTimeout(300);
  const rows = await askDatabase<{ message: string; count: number }>(
    "select message, count from error_report where username = $1",
    CAST.yamada,
  );
  expect(rows).toEqual([{ message: "起きたことのないエラー\\n二行目", count: 1 }]);
});

test("signing out in one tab takes the others along, but for what is typed; signing in brings them back", async ({
  as,
}) => {
  const page = await as("yamada");
  await page.goto("/task/shipped");
  const [typed, out] = [await page.context().newPage(), await page.context().newPage()];
  await typed.goto("/task/new");
  await typed.locator("[name=note]").fill("入力の途中");
  await out.goto("/setting/logout");
  await out.getByRole("button", { name: "ログアウト" }).click();
  await expect(page.getByLabel("パスワード", { exact: true })).toBeVisible();
  await expect(typed.getByText("別のタブでログアウトしました。")).toBeVisible();
  await expect(typed.locator("[name=note]")).toHaveValue("入力の途中");
  await out.getByLabel("ユーザー名またはメールアドレス").fill(CAST.yamada);
  await out.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await out.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByRole("heading", { name: "出荷済み一覧" })).toBeVisible();
});
