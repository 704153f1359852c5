import { unknownLayout } from "~/lib/vocabulary/document";

/** What a later version issued is not drawn another way than it was. */
export function drawable<D extends { layout: number; number: string }>(doc: D): D {
  const why = unknownLayout(doc);
  if (why) throw new Response(why, { status: 501 });
  return doc;
}
