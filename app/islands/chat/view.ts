import type { FormEvent } from "react";
import type { Reply } from "./state";

/** What messages are drawn with. */
export type MessageView = {
  me: string;
  company: string;
  room: string;
  otherRead: number;
  today: string;
  now: number;
  /** Of the provider; and who may look only. */
  staff: boolean;
  reads: boolean;
  /** The numbers that stand in the page. */
  first: number;
  onAct?: (event: FormEvent<HTMLFormElement>) => void;
  onSave?: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  onReply?: (reply: Reply) => void;
};
