import type { Reads } from "~/lib/db/shared.server";
import type { Self } from "./self.schema";
import type { Source } from "./who";

export type Reading = {
  token: string;
  acting: string | undefined;
  origin: string;
  self: Self | undefined;
  reads?: Reads;
  from?: Source;
};
export type BackendAnswer = { status: number; body: unknown };
export type Backend = {
  fetch: (request: Request, from?: Source) => Promise<Response>;
  read: (path: string, reading: Reading) => Promise<BackendAnswer>;
};
export const FIRST_TIME = "Idempotent-First-Time";
