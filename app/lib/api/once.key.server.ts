import { createHash } from "node:crypto";

/** A key made of what a form sent, as a header may carry it: the same text is the same key. */
export const onceKey = (text: string): string =>
  /^[\x21-\x7e]{1,200}$/.test(text) ? text : createHash("sha256").update(text).digest("base64url");
