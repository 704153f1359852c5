import type { Reads } from "~/lib/db/connection.server";
import type { Self } from "./self.schema";
import type { Source } from "./who";

/**
 * What is asked within this process: as by HTTP, but nothing is written out to be read again. `self`: as the
 * same visit was just told.
 */
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
/** The header that says when a repeated post was done. */
export const FIRST_TIME = "Idempotent-First-Time";
