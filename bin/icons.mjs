// npm run icons: draws the icons of the installed app from public/mark.svg. Run after the mark has changed.
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";

const mark = readFileSync("public/mark.svg", "utf8");
const FILL = /fill="(#[^"]+)"/.exec(mark)[1];

/** The mark as it is, or its figure on a ground that reaches every edge, which the system cuts to its own shape. */
const whole = (margin) =>
  mark
    .replace(/viewBox="[^"]+"/, `viewBox="${-margin} ${-margin} ${16 + 2 * margin} ${16 + 2 * margin}"`)
    .replace("<path", `<path fill="${FILL}" d="M-9-9h34v34H-9z"/><path`);

const ICONS = [
  ["icon-192", 192, mark],
  ["icon-512", 512, mark],
  // Every launcher shows the inner 80 % across.
  ["icon-maskable", 512, whole(2)],
  ["apple-touch-icon", 180, whole(1)],
];

for (const [name, side, svg] of ICONS) {
  const drawn = sharp(Buffer.from(svg), { density: (72 * side) / 16 }).resize(side, side);
  writeFileSync(`public/${name}.png`, await drawn.png({ palette: true, compressionLevel: 9 }).toBuffer());
}
