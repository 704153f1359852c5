import { axe, expect, type Person, test } from "./fixtures";
import { detailsOf } from "./screens";

test("sign-in and reset are without barriers, with errors shown too", async ({ page, allow }) => {
  allow("422 POST /login", "422 POST /reset");
  for (const path of ["/login", "/reset"]) {
    await page.goto(path);
    expect([path, await axe(page)]).toEqual([path, []]);
    await page.getByRole("main").getByRole("button").first().click();
    await expect(page.getByText("入力してください").first()).toBeVisible();
    expect([`${path} with errors`, await axe(page)]).toEqual([`${path} with errors`, []]);
  }
});

const SCREENS: Record<string, string[]> = {
  yamada: [
    "/task/kanban",
    "/accounting/delivery/new",
    "/accounting/delivery/new?buyer_id=tanaka",
    "/accounting/delivery",
    "/accounting/invoice",
    "/bi/stat",
    "/s/",
    "/task/status_code",
    "/nothing",
  ],
  tanaka: [
    "/task/kanban",
    "/order/new?seller_id=yamada",
    "/order",
    "/order/new",
    "/accounting/delivery",
    "/accounting/invoice",
    "/setting",
  ],
  genba: ["/accounting/delivery"],
};

const REFUSED: Record<string, string[]> = {
  yamada: ["404 GET /nothing"],
  tanaka: [],
  genba: ["403 GET /accounting/delivery"],
};

for (const person of ["yamada", "tanaka", "genba"] satisfies Person[]) {
  test(`no screen of ${person} has a barrier that axe knows`, async ({ as, allow }) => {
    allow(...REFUSED[person]!);
    const page = await as(person);
    const more = person === "genba" ? [] : await detailsOf(page, person);
    const found: Record<string, string[]> = {};
    for (const path of [...SCREENS[person]!, ...more]) {
      await page.goto(path);
      const wrong = await axe(page);
      if (wrong.length > 0) found[path] = wrong;
    }
    expect(found).toEqual({});
  });
}
