import { createContext } from "react";
import type { Scripts } from "~/lib/vocabulary/scripts";

type PageParts = {
  styles: { href: string; text: string | null };
  scripts: Scripts;
  number: string;
  product: string;
  down?: { status: number; detail: string };
};

export const PageContext = createContext<PageParts | null>(null);
