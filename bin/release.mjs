// npm run release: dist/koba-VERSION-OS-ARCH.tar.gz, which runs wherever Node is, with nothing to install or
// build. -- --check unpacks it elsewhere and tries it.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { build, install, step } from "./ready.mjs";
import { writeTarGz } from "./tar.mjs";
import { modeOf, traced } from "./trace.mjs";

const OWN = [
  "build/index.js",
  "build/revision",
  "build/scripts.json",
  "public",
  "app/lib/db/migrations",
  "app/lib/pool/blocked-passwords.txt",
  "bin/demo.mjs",
  "bin/installed.mjs",
  "bin/operator.mjs",
  "bin/parent.mjs",
  "bin/ready.mjs",
  "bin/start.mjs",
  "docs/operating.md",
  "docs/examples",
  "ops",
  "CHANGELOG.md",
  "THIRD-PARTY-NOTICES.md",
];
// What stands outside this folder is not followed: the archive would lack it.
if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink())
  throw new Error(
    "node_modules がリンクなので、配布物を作れません。このフォルダーの中に入れてください: rm node_modules && npm ci",
  );
const SCRIPTS = ["start", "demo", "operator", "backup", "restore"];

install();
build();

const about = JSON.parse(readFileSync("package.json", "utf8"));
const revision = Number(readFileSync("build/revision", "utf8"));
const platform = `${process.platform}-${process.arch}`;
const folder = `koba-${about.version}-${platform}`;
const file = `dist/${folder}.tar.gz`;

const filesOf = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: "utf8" })
        .map((name) => `${path}/${name.replaceAll("\\", "/")}`)
        .filter((name) => statSync(name).isFile());
const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const onDisk = (name) => ({ name, mode: modeOf(name), bytes: () => readFileSync(name) });

/** Named as installed, so that a scanner of packages finds them, and npm has nothing to take away. */
const { devDependencies: _, scripts, ...kept } = about;
const manifest = {
  ...kept,
  scripts: Object.fromEntries(SCRIPTS.map((name) => [name, scripts[name]])),
};

step("実行に要るファイルを調べています… / tracing what runs");
const { files, links, packages } = await traced();
const entries = [
  ...[...OWN.flatMap(filesOf), ...files].map(onDisk),
  ...links,
  { name: "package.json", bytes: json(manifest) },
  { name: "README.md", bytes: readFileSync("ops/archive.md") },
  { name: "docs/README.md", bytes: readFileSync("README.md") },
  { name: "release.json", bytes: json({ version: about.version, platform, revision }) },
].map((one) => ({ ...one, name: `${folder}/${one.name}` }));

step("まとめています… / packing");
rmSync(file, { force: true });
mkdirSync("dist", { recursive: true });
await writeTarGz(file, entries, revision);

const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const unpacked = [...OWN.flatMap(filesOf), ...files].reduce((sum, name) => sum + statSync(name).size, 0);
console.log(
  `${file}: ${mb(statSync(file).size)}、展開すると ${mb(unpacked)}（${entries.length}ファイル、${packages.length}パッケージ）`,
);
if (process.argv.includes("--check")) {
  const { check } = await import("./release.check.mjs");
  await check(file, folder);
}
