import { expect, test, type Person } from "./fixtures";
import { detailsOf, menuOf } from "./screens";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** What a thumb could not press: lower than 44 px, or beyond the screen's edge. */
const SMALL = () => [...document.querySelectorAll<HTMLElement>("button, summary, select, input:not([type=hidden],[type=checkbox],[type=radio])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden]") && one.offsetWidth > 1)
  .map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.height > 0 && box.height < 43.5)
  .map(({ one, box }) => `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 20) ?? ""} ${Math.round(box.height)}px`);

for (const person of ["yamada", "tanaka"] satisfies Person[]) {
  test(`on a phone no screen of ${person} scrolls sideways, and a thumb can press every button`, async ({ as }) => {
    const page = await as(person);
    const wrong: string[] = [];
    for (const path of [...await menuOf(page), ...await detailsOf(page, person), "/nothing/there"]) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wrong.push(`${path}: ${width}px wide`);
      for (const small of new Set(await page.evaluate(SMALL))) wrong.push(`${path}: ${small}`);
    }
    expect(wrong).toEqual([]);
  });
}
