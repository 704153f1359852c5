// Bundles what pages run in the browser: one file for every page, and the parts that are fetched when wanted
// (the grid, the morph ...)
// each whole by themselves. Remix's own browser build would cut them into shared chunks, a request each.

import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { build } from "esbuild";
import { HOLIDAYS } from "./holidays.mjs";

const shared = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2020",
  charset: "utf8",
  outdir: "public/build/enhance",
  entryNames: "[name]-[hash]",
  metafile: true,
  // The licences of what is bundled stand beside it (.LEGAL.txt), not in it: nobody downloads them to talk.
  legalComments: "external",
};

const outputs = ({ metafile }) =>
  Object.entries(metafile.outputs)
    .filter(([, o]) => o.entryPoint)
    .map(([file, o]) => [o.entryPoint, `/build/enhance/${basename(file)}`]);

/** Dynamic imports of these become imports of their built files. */
function fetched(builtUrls) {
  return {
    name: "fetched",
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path }) => {
        const url = kind === "dynamic-import" && builtUrls.get(basename(path));
        return url ? { path: url, external: true } : undefined;
      });
    },
  };
}

const WANTED = [
  "board.drag",
  "calendar",
  "list",
  "lines.paste",
  "draft",
  "move",
  "password",
  "report",
  "revision",
  "stay",
  "tally",
  "scan.decode",
  "queue-left",
  "push",
  "unread",
  "reorder",
  "camera",
  "wall",
].map((name) => `app/enhance/${name}.ts`);
// The chat is React, and a chart that is looked into; nothing else that runs in the browser is.
const ISLANDS = ["app/islands/chat.tsx", "app/islands/chart.tsx"];
const react = {
  jsx: "automatic",
  loader: { ".css": "text" },
  define: { "process.env.NODE_ENV": '"production"' },
};
/** Headless UI works out what the browser's own :hover, :active and :focus-visible say, and what moves: our styles ask the browser (app/islands/browser-hover.ts). */
const still = {
  name: "still",
  setup({ onResolve }) {
    onResolve({ filter: /^@react-aria\/(focus|interactions)$|\/use-(transition|active-press)\.js$/ }, () => ({
      path: resolve("app/islands/browser-hover.ts"),
    }));
  },
};
const parts = outputs(
  await build({
    ...shared,
    define: { HOLIDAYS: JSON.stringify(HOLIDAYS) },
    entryPoints: [...WANTED, "node_modules/idiomorph/dist/idiomorph.esm.js"],
  }),
);
const named = (made) =>
  made.map(([file, url]) => [
    file.includes("idiomorph") ? "idiomorph" : basename(file).replace(/\.tsx?$/, ""),
    url,
  ]);
const urls = new Map(named(parts));
// What to do about a later revision of the server is fetched by the chat, too, when there is one.
for (const [name, url] of named(
  outputs(await build({ ...shared, ...react, entryPoints: ISLANDS, plugins: [fetched(urls), still] })),
))
  urls.set(name, url);
// The board fetches what takes its cards by hand.
for (const [name, url] of named(
  outputs(await build({ ...shared, entryPoints: ["app/enhance/board.ts"], plugins: [fetched(urls)] })),
))
  urls.set(name, url);
// What few pages hold is named here, so that no page pays for its name.
for (const [name, url] of named(
  outputs(
    await build({
      ...shared,
      entryPoints: ["app/enhance/rare.ts", "app/enhance/grid.ts"],
      plugins: [fetched(urls)],
    }),
  ),
))
  urls.set(name, url);
const whole = outputs(
  await build({
    ...shared,
    entryPoints: [
      "app/entry.client.tsx",
      "app/enhance/signin.ts",
      "app/enhance/scan.ts",
      "app/islands/entry.ts",
      "app/islands/chart.entry.ts",
    ],
    plugins: [fetched(urls)],
  }),
);
// What the browser's code looks for on a page, and what it then asks for (start.ts, fields.ts, rare.ts, the
// chat's entry).
const ASKS = [
  ["rare", " data-rare="],
  ["board", " data-board="],
  ["grid", " data-lines="],
  ["grid", " data-combo="],
  ["grid", " list="],
  ["draft", " data-drafts="],
  ["move", " data-move="],
  ["grid", " data-shrink="],
  ["chat", " data-island="],
];
const asks = ASKS.map(([name, mark]) => [mark, urls.get(name)]);
const script = (name) => whole.find(([file]) => file.includes(name))[1];
for (const name of readdirSync(shared.outdir)) {
  const file = `${shared.outdir}/${name}`;
  if (name.endsWith(".LEGAL.txt") && statSync(file).size === 0) rmSync(file);
}
writeFileSync(
  "build/scripts.json",
  JSON.stringify({
    main: script("entry.client"),
    signin: script("enhance/signin.ts"),
    scan: script("enhance/scan.ts"),
    chat: script("islands/entry.ts"),
    chart: script("islands/chart.entry.ts"),
    asks,
  }),
);
