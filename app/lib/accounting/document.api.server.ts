import type { z } from "zod";
import { type Call, call } from "~/lib/api/call.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { DocumentKind } from "./document";
import { type AnyDocument, cancelling, changed, documentKey } from "./document.schema";
import { type DocumentStore, viewDocument } from "./document.server";
import { documentsDone, sendingNew } from "./sending.schema";
import { sendDocuments } from "./sending.server";

type Served<D extends AnyDocument> = DocumentKind<D> & {
  store: DocumentStore;
  read: (db: Tx, who: Who, key: number) => Promise<z.input<z.ZodType<D>>>;
  cancel: (
    db: Tx,
    who: Who,
    key: number,
    reason: string,
    version?: number,
  ) => Promise<z.infer<typeof changed>>;
  cancelling?: string;
};

export function documentCalls<D extends AnyDocument>({
  noun,
  api,
  detail,
  store,
  ...kind
}: Served<D>): Call[] {
  const one = { permission: "accounting", params: documentKey(noun) } as const;
  return [
    call({
      method: "GET",
      path: `${api}/{key}`,
      summary: noun,
      ...one,
      answer: detail,
      run: (db, who, { params }) => kind.read(db, who, params.key),
    }),
    call({
      method: "POST",
      path: `${api}/{key}/cancel`,
      summary: kind.cancelling ?? `${noun}の取消`,
      side: "seller",
      ...one,
      body: cancelling,
      answer: changed,
      run: (db, who, { params, body }) => kind.cancel(db, who, params.key, body.reason, body.version),
    }),
    call({
      method: "POST",
      path: `${api}/send`,
      summary: `${noun}の送付`,
      side: "seller",
      permission: "accounting",
      body: sendingNew,
      answer: documentsDone,
      run: (db, who, { body }) => sendDocuments(db, who, store, body),
    }),
    call({
      method: "POST",
      path: `${api}/{key}/view`,
      summary: `${noun}の閲覧`,
      ...one,
      answer: changed,
      run: (db, who, { params }) => viewDocument(db, who, store, params.key),
    }),
  ];
}
