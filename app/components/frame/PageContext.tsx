import { createContext } from "react";

/** What the document's head needs of this build: the stylesheet (its text until the browser has it cached) and the one script; `number` is quoted when it fails. */
export const PageContext = createContext<{ styles: { href: string; text: string | null }; script: string; number: string } | null>(null);
