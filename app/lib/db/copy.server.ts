import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import pg from "pg";

type Connection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
  stream: Writable;
};

abstract class Copy {
  readonly done: Promise<void>;
  protected settle!: { done: () => void; failed: (error: unknown) => void };
  /** Why we gave up, which tells more than the database's echo of it. */
  protected reason: unknown;

  constructor(private readonly text: string) {
    this.done = new Promise((done, failed) => (this.settle = { done, failed }));
  }

  submit(connection: Connection): void {
    connection.query(this.text);
  }

  handleError(error: unknown): void {
    this.settle.failed(this.reason ?? error);
  }

  handleReadyForQuery(): void {
    this.settle.done();
  }

  handleCommandComplete(_message: { text?: string }): void {}
  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(_row: { chunk: Buffer }): void {}
  handleCopyInResponse(_connection: Connection): void {}
}

const SIZE = 256 * 1024;

/** The driver uses the memory of a row again: rows are gathered in pages of our own. */
class CopyOut extends Copy {
  rows = 0;
  private page = Buffer.allocUnsafe(SIZE);
  private used = 0;

  constructor(
    text: string,
    private readonly taken: (bytes: Buffer) => void,
  ) {
    super(text);
  }

  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk.length > SIZE - this.used) this.turnPage();
    if (chunk.length > SIZE) return this.taken(Buffer.from(chunk));
    this.used += chunk.copy(this.page, this.used);
  }

  override handleCommandComplete({ text = "" }: { text?: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
    this.turnPage();
  }

  private turnPage(): void {
    if (this.used > 0) this.taken(this.page.subarray(0, this.used));
    this.page = Buffer.allocUnsafe(SIZE);
    this.used = 0;
  }
}

class CopyIn extends Copy {
  constructor(
    text: string,
    private readonly parts: AsyncIterable<Buffer>,
  ) {
    super(text);
  }

  override handleCopyInResponse(connection: Connection): void {
    const send = async () => {
      for await (const part of this.parts) {
        connection.sendCopyFromChunk(part);
        if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
      }
      connection.endCopyFrom();
    };
    send().catch((error: Error) => {
      this.reason = error;
      connection.sendCopyFail(error.message);
    });
  }
}

const put = (client: pg.Client, copy: Copy) => {
  (client as unknown as { query(copy: Copy): unknown }).query(copy);
  return copy.done;
};

/** Answers how many rows there were. */
export async function copyOut(client: pg.Client, text: string, into: Writable): Promise<number> {
  const { stream } = (client as unknown as { connection: { stream: Readable } }).connection;
  const copy = new CopyOut(text, (bytes) => {
    if (into.destroyed || into.write(bytes) || stream.isPaused()) return;
    stream.pause();
    const go = () => {
      into.off("drain", go).off("close", go);
      stream.resume();
    };
    // One that has failed takes nothing more: the rows that are left are read to their end.
    into.on("drain", go).on("close", go);
  });
  await put(client, copy);
  return copy.rows;
}

export const copyIn = (client: pg.Client, text: string, parts: AsyncIterable<Buffer>): Promise<void> =>
  put(client, new CopyIn(text, parts));
