import { createContext } from "react";

/** What the document needs of this build: the stylesheet (its text until the browser has it cached) and the one script; `number` is quoted when it fails. */
export type PageParts = { styles: { href: string; text: string | null }; script: string; number: string };

export const PageContext = createContext<PageParts | null>(null);
