import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { FAVICON, FIGURE, GROUND } from "./Mark";

const ACCENT = [0x0b, 0x5c, 0xad];

async function pixels(name: string) {
  const { data, info } = await sharp(`public/${name}.png`)
    .flatten({ background: "#000000" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
  ];
  return { side: info.width, height: info.height, at };
}

test("one drawing of at most 1 KB is the file, the favicon and the mark beside the name", () => {
  const svg = readFileSync("public/mark.svg", "utf8");
  expect(svg.length).toBeLessThanOrEqual(1_000);
  for (const path of [GROUND, FIGURE]) {
    expect(svg).toContain(`d="${path}"`);
    expect(FAVICON).toContain(`d='${path}'`);
  }
});

test("a launcher may cut the app's icon to any shape: the ground reaches every edge, the figure stays within 80 %", async () => {
  for (const [name, size] of [
    ["icon-maskable", 512],
    ["apple-touch-icon", 180],
  ] as const) {
    const { side, height, at } = await pixels(name);
    expect([side, height]).toEqual([size, size]);
    for (const [x, y] of [
      [0, 0],
      [side - 1, 0],
      [0, side - 1],
      [side - 1, side - 1],
    ] as const)
      expect([name, at(x, y)]).toEqual([name, ACCENT]);
  }
  const { side, at } = await pixels("icon-maskable");
  const middle = (side - 1) / 2;
  const white: number[] = [];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) if (at(x, y)[0]! > 200) white.push(Math.hypot(x - middle, y - middle));
  expect(white.length).toBeGreaterThan(10_000);
  expect(Math.max(...white)).toBeLessThanOrEqual(0.4 * side);
});

test("the other icons are the mark in the sizes that the manifest names", async () => {
  for (const size of [192, 512]) {
    const { side, height, at } = await pixels(`icon-${size}`);
    expect([side, height, at(0, 0), at(size / 2, 8)]).toEqual([size, size, [0, 0, 0], ACCENT]);
  }
});
