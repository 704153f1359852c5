import type { SubmissionResult } from "@conform-to/dom";
import type { TransferPreview } from "~/lib/transfer/file.schema";

export type Answer = {
  reply: SubmissionResult<string[]>;
  idempotency_key: string;
  plan?: TransferPreview;
};
