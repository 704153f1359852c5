import type { z } from "zod";
import type { Subject } from "~/lib/vocabulary/activity";
import type { AnyDocument } from "./document.schema";

/** A kind of document, as its screens and its calls name it. */
export type DocumentKind<D extends AnyDocument = AnyDocument> = {
  subject: Subject;
  noun: string;
  /** Of its screens. */
  path: string;
  api: string;
  detail: z.ZodType<D>;
};

type Reader = { company_id: string | null; acting: unknown };

export const isIssuer = (doc: { seller_id: string }, who: { company_id: string | null }): boolean =>
  doc.seller_id === who.company_id;

/** Whether reading it now tells the issuer so; staff who stand in for a company read nothing for it. */
export const isUnread = (doc: { buyer_id: string; viewed_time: string | null }, who: Reader): boolean =>
  doc.viewed_time === null && doc.buyer_id === who.company_id && who.acting === null;
