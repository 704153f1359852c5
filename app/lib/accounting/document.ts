import type { z } from "zod";
import type { Subject } from "~/lib/vocabulary/activity";
import type { AnyDocument } from "./document.schema";

export type DocumentKind<D extends AnyDocument = AnyDocument> = {
  subject: Subject;
  noun: string;
  /** Of its screens. */
  path: string;
  api: string;
  detail: z.ZodType<D>;
};

export const isIssuer = (doc: { seller_id: string }, who: { company_id: string | null }): boolean =>
  doc.seller_id === who.company_id;
