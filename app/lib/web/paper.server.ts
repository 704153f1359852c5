import { unknownLayout } from "~/lib/vocabulary/document";

/**
 * The document to be printed; refused in words where a later version issued it, and not drawn another way
 * than it was.
 */
export function drawable<D extends { layout: number; number: string }>(doc: D): D {
  const why = unknownLayout(doc);
  if (why) throw new Response(why, { status: 501 });
  return doc;
}
