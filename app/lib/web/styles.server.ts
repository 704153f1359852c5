import { readFileSync } from "node:fs";
import { usedStyles } from "~/lib/fast/styles.server";
import { isFast } from "~/lib/fast/switch.server";

/** Where the page's own styles go, until its classes are known. */
export const STYLES_HERE = "/*styles*/";

export type Stylesheet = ReturnType<typeof readStyles>;

/** The one stylesheet: its address, its name in the browser's cookie, and what of it a first page brings. */
export function readStyles(href: string) {
  const css = readFileSync(`public${href}`, "utf8").trim();
  return { href, name: href.replace(/^.*-|\.css$/g, ""), of: isFast ? usedStyles(css) : () => css };
}
