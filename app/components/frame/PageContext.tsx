import { createContext } from "react";

/** `asks`: what stands on a page whose script then asks for a further part of itself. */
export type Scripts = {
  main: string;
  signin: string;
  scan: string;
  chat: string;
  asks: [mark: string, url: string][];
};

type PageParts = {
  styles: { href: string; text: string | null };
  scripts: Scripts;
  number: string;
  product: string;
  down?: { status: number; detail: string };
};

export const PageContext = createContext<PageParts | null>(null);
