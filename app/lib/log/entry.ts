import type { Changed, Subject } from "~/lib/vocabulary/activity";

export type Entry = {
  subject: Subject;
  subject_key: number;
  seq: number;
  seller_id: string;
  buyer_id: string;
  kind: string;
  reason?: string;
  before: Changed;
  after: Changed;
  /** What only the factory may know. */
  inner?: { before: Changed; after: Changed };
  /** The subject's name, for those who are told of it; the log does not keep it. */
  about?: string;
};
