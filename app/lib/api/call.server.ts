import type { z } from "zod";
import type { Tx } from "~/lib/db/connection.server";
import type { Stored } from "~/lib/vocabulary/file";
import type { Permission } from "~/lib/vocabulary/permission";
import type { Who } from "./who";

type Shape = z.ZodType;
type Out<S> = S extends Shape ? z.output<S> : undefined;

export type Call<
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends Shape | undefined = Shape | undefined,
> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  summary: string;
  side?: "seller" | "buyer";
  permission?: Permission;
  /** Also for nobody who may not see amounts. */
  amounts?: true;
  admin?: true;
  /** For staff of the provider alone, who reach over companies here: its query names what it tells. */
  internal?: true;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Takes files too, as multipart/form-data: so many, of the known kinds; or images alone, their longest
   * `side` (px) cut down; or any that may be downloaded.
   */
  files?: { most: number; images?: true; side?: number; any?: true };
  /** What many may want at once: a few of a company's are at work, the rest wait without a connection. */
  inTurn?: true;
  /** Its own body says which post it is, and `run` makes a repeat the same: nothing is kept under its key. */
  repeatable?: true;
  /** Answers with a stored file: `run` says which. */
  content?: true;
  answer: Shape;
  run: (
    db: Tx,
    who: Who,
    input: { params: Out<P>; query: Out<Q>; body: Out<B>; files: Stored[] },
  ) => Promise<unknown>;
};

export function call<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(value: Call<P, Q, B>): Call {
  return value as unknown as Call;
}
