// Finds a Chromium for the browser tests and benchmarks, or installs one.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { step } from "./ready.mjs";

const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
const japanese = () => {
  try {
    return /./.test(execFileSync("fc-list", [":lang=ja", "family"], { encoding: "utf8" }));
  } catch {
    return true;
  }
};

async function playwrights() {
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath()) ? "" : null;
}

/** Sets CHROMIUM to a browser's path; "" stands for Playwright's own. On Debian as root it installs chromium and a Japanese font. */
export async function browser() {
  const found = process.env.CHROMIUM ?? KNOWN.find(existsSync) ?? await playwrights();
  const root = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (root && (found === null || !japanese())) {
    step("ブラウザと日本語フォントを入れています… / installing chromium and a Japanese font");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    execFileSync("apt-get", ["install", "-y", "-qq", "chromium", "fonts-noto-cjk"], { stdio: ["ignore", "ignore", "inherit"], env });
    process.env.CHROMIUM = found ?? "/usr/bin/chromium";
    return;
  }
  if (found === null) {
    step("ブラウザを入れています… / installing a browser");
    execFileSync(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], { stdio: "inherit" });
  }
  process.env.CHROMIUM = found ?? "";
}
