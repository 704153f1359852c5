import type { Page } from "playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { expect, signIn, test } from "./fixtures";

// Dots per inch of a label printer.
const DOTS = 203;
const PAPERS = {
  process: ["a4-1", "a4-4", "a4-12", "a4-24", "strip"],
  worker: ["badge", "a4-24"],
  operation: ["a4-12"],
  product: ["a4-24"],
} as const;

/** Millimetres without the quiet zone, and the level of error correction. */
async function printed(page: Page): Promise<{ text: string; mm: number; level: string }[]> {
  await page.emulateMedia({ media: "print" });
  const found = [];
  for (const code of await page.locator("article svg").all()) {
    const modules = Number((await code.getAttribute("viewBox"))!.split(" ")[2]);
    const { width } = (await code.boundingBox())!;
    const { data, info } = await sharp(await code.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (module: number, pixels: number) => Math.floor(((module + 4.5) * pixels) / modules);
    const dark = (x: number, y: number) =>
      data[(at(y, info.height) * info.width + at(x, info.width)) * 4]! < 128;
    // The first two bits of the format, beside the upper left finder, under the mask 10.
    const level = ["H", "Q", "M", "L"][Number(dark(0, 8)) * 2 + Number(dark(1, 8))]!;
    const text = decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
    found.push({ text, level, mm: ((width / 96) * 25.4 * (modules - 8)) / modules });
  }
  return found;
}

test("what is printed is read back, whatever the paper: each code its own, 20 mm or more, error correction Q", async ({
  browser,
}) => {
  const context = await browser.newContext({ deviceScaleFactor: DOTS / 96, javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, "yamada");
  await page.goto("/task/status_code?kind=card");
  const cards = await page
    .locator("input[name=ids]")
    .evaluateAll((boxes) => boxes.slice(0, 4).map((box) => `key=${(box as HTMLInputElement).value}`));
  const sheets = Object.entries(PAPERS).flatMap(([kind, papers]) =>
    papers.map((paper) => `/task/status_code/print?kind=${kind}&paper=${paper}`),
  );
  sheets.push(...["a6", "a4"].map((paper) => `/task/tag?${cards.join("&")}&boxes=2&paper=${paper}`));
  for (const path of sheets) {
    await page.goto(path);
    const tokens = await page.locator(".label-code, .tag-code").allTextContents();
    expect(tokens.length, path).toBeGreaterThan(2);
    const codes = await printed(page);
    expect(
      codes.map((code) => new URL(code.text).pathname),
      path,
    ).toEqual(tokens.map((token) => `/s/${token}`));
    expect(Math.min(...codes.map((code) => code.mm)), path).toBeGreaterThanOrEqual(20);
    expect([...new Set(codes.map((code) => code.level))], path).toEqual(["Q"]);
  }
  await context.close();
});
