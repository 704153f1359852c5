import { createContext } from "react";

/** `asks`: what stands on a page whose script then asks for a further part of itself. */
export type Scripts = {
  main: string;
  door: string;
  scan: string;
  chat: string;
  asks: [mark: string, url: string][];
};

/**
 * What the document needs of this build: the stylesheet (the page's own part of it until the browser has the
 * whole) and the scripts, the
 * small one for people who have yet to sign in; `number` is quoted when the page fails, `product` stands
 * above it; `down`: why it can't be had now.
 */
type PageParts = {
  styles: { href: string; text: string | null };
  scripts: Scripts;
  number: string;
  product: string;
  down?: { status: number; detail: string };
};

export const PageContext = createContext<PageParts | null>(null);
