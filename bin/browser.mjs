// Finds a Chromium for the browser tests and benchmarks, or installs one. Run by itself it only installs what
// Debian's packages have, while ours are on their way.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { step } from "./ready.mjs";

/** Without windows, which nobody looks at here: a page takes an eighth less time. It shows no notifications. */
const SHELL = "/usr/bin/chromium-headless-shell";
const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const japanese = () => {
  try {
    return /./.test(execFileSync("fc-list", [":lang=ja", "family"], { encoding: "utf8" }));
  } catch {
    return true;
  }
};

/** Whether a command went well; what it has to say is shown. */
function did(command, args, env = process.env) {
  try {
    execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
    return true;
  } catch {
    return false;
  }
}

/** Debian's packages. Lists that can't be brought up to date may still do. */
function apt() {
  step("ブラウザと日本語フォントを入れています… / installing chromium and a Japanese font");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const patient = ["-qq", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120"];
  did("apt-get", [...patient, "update"], env);
  const installed = (...names) => did("apt-get", [...patient, "install", "-y", ...names], env);
  const needed = ["chromium", "fonts-noto-cjk"];
  return installed("chromium-headless-shell", ...needed) || installed(...needed);
}

/** Where Debian's packages may be installed, what of them is missing. */
function installMissing(found) {
  const root = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (root && (!found || !japanese())) apt();
}

/** The path of Playwright's own, fetched where it is asked for; null where it is not to be had. */
async function playwrights(fetched) {
  const { chromium } = await import("playwright");
  if (fetched && !existsSync(chromium.executablePath())) {
    step("ブラウザを入れています… / installing a browser");
    did(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function starts(path) {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Sets CHROMIUM_WHOLE to the path of a browser that starts: the one given as CHROMIUM, one of the system, or
 * Playwright's; and CHROMIUM to its shell without windows, where there is one. On Debian as root it installs
 * them and a Japanese font. Where there is none, says what to do and answers false.
 */
export async function browser() {
  const given = process.env.CHROMIUM;
  let found = given || KNOWN.find(existsSync) || (await playwrights(false));
  installMissing(found);
  found ||= KNOWN.find(existsSync) || (await playwrights(true));
  if (found && starts(found)) {
    process.env.CHROMIUM_WHOLE = found;
    process.env.CHROMIUM = given || !existsSync(SHELL) ? found : SHELL;
    return true;
  }
  console.error(
    `ブラウザ（Chromium）${found ? `「${found}」を起動できません` : "がありません"}。chromium を入れる（Debian なら apt install chromium fonts-noto-cjk）か、CHROMIUM にその場所を指定してください。`,
  );
  console.error("No Chromium that starts: install one, or set CHROMIUM to its path.");
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  installMissing(process.env.CHROMIUM || KNOWN.find(existsSync));
