// Installs and builds what is missing or stale. Plain Node: it must run before anything is installed.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./installed.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** In what `npm run release` packs: packages and build are there already, and are those of that version. */
const RELEASE = "release.json";
const INSTALLED = "node_modules/.koba-installed";
const BUILT = "build/source";
const SOURCES = [
  "app",
  "server.ts",
  "remix.config.js",
  "tailwind.config.js",
  "tsconfig.json",
  "package-lock.json",
  "bin/build.mjs",
  "bin/enhance.mjs",
];

function files(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
}

function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(files).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

const says = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

export function step(text) {
  console.log(`\u001b[1m・${text}\u001b[0m`);
}

function twice(run) {
  try {
    run();
  } catch {
    run();
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Node.js 20.19 以上が必要です（今は ${process.versions.node}）。 / Node.js 20.19 or newer is needed.`,
    );
    process.exit(1);
  }
}

function checkPlatform() {
  const { platform } = JSON.parse(readFileSync(RELEASE, "utf8"));
  const here = `${process.platform}-${process.arch}`;
  if (platform === here) return;
  console.error(
    `これは ${platform} 用です。この機械（${here}）用のものを使ってください。 / This archive is for ${platform}, this machine is ${here}.`,
  );
  process.exit(1);
}

/** Packages as the lock file says; development ones too, since the build needs them. */
export function install() {
  checkNode();
  if (existsSync(RELEASE)) return checkPlatform();
  const wanted = fingerprint(["package.json", "package-lock.json"]);
  if (says(INSTALLED) === wanted) return;
  // Whoever has run npm ci already needs no second one.
  if (isInstalled(says("package-lock.json"), says("node_modules/.package-lock.json")))
    return writeFileSync(INSTALLED, wanted);
  // npm ci would empty the folder that a link leads to, and whoever else works with it.
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      "node_modules が別のフォルダーへのリンクです。リンクを外してからやり直してください。 / node_modules is a link to another folder: remove the link first.",
    );
    process.exit(1);
  }
  step("パッケージを入れています（初回は1分ほど）… / installing packages");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", NODE_ENV: "development" };
  // A registry that did not answer once may do so now.
  twice(() =>
    execFileSync(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      stdio: "inherit",
      env,
      shell: process.platform === "win32",
    }),
  );
  writeFileSync(INSTALLED, wanted);
}

/**
 * The server and browser build, when a source has changed since the last one; `once` where a build that fails
 * is likely the source's fault.
 */
export function build(once = false) {
  if (existsSync(RELEASE)) return false;
  const wanted = fingerprint(SOURCES);
  if (says(BUILT) === wanted && existsSync("build/index.js")) return false;
  step("組み立てています… / building");
  // The compiler's esbuild is an old one, and dies now and then where memory or processors are short.
  const make = () => execFileSync(process.execPath, ["bin/build.mjs"], { stdio: "inherit" });
  if (once) make();
  else twice(make);
  mkdirSync("build", { recursive: true });
  writeFileSync(BUILT, wanted);
  return true;
}
