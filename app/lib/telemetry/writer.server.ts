import { write, writeSync } from "node:fs";

/** As much as a pipe takes in one piece: several processes share it, and no line breaks into another. */
const PIECE = 4_096;
const MOST = 1_000_000;
const AGAIN_MS = 50;
const LATER_MS = 1_000;
const STALLED_MS = 100;

export type Writer = ReturnType<typeof lineWriter>;

/**
 * Writes lines to an open file and never keeps its caller waiting: a reader that stalls, a full disk or a
 * closed pipe costs lines, which are counted, and no request.
 */
export function lineWriter(fd: number, droppedLine: (num: number) => string, most = MOST) {
  const waiting: string[] = [];
  let held = 0;
  let dropped = 0;
  let isBusy = false;
  let isClosed = false;
  let underway: { piece: Buffer; num: number; since: number } | null = null;

  function push(line: string): void {
    if (isClosed) return;
    if (held + line.length > most) {
      dropped += 1;
      return;
    }
    waiting.push(line);
    held += line.length;
    if (isBusy) return;
    isBusy = true;
    setImmediate(pump);
  }

  function nextPiece(): { piece: Buffer; num: number } | null {
    if (dropped > 0 && held < most / 2) {
      waiting.unshift(droppedLine(dropped));
      held += waiting[0]!.length;
      dropped = 0;
    }
    const lines: string[] = [];
    let size = 0;
    while (waiting.length > 0) {
      const bytes = Buffer.byteLength(waiting[0]!);
      if (lines.length > 0 && size + bytes > PIECE) break;
      size += bytes;
      held -= waiting[0]!.length;
      lines.push(waiting.shift()!);
    }
    return lines.length === 0 ? null : { piece: Buffer.from(lines.join("")), num: lines.length };
  }

  function pump(): void {
    const next = nextPiece();
    if (!next) {
      isBusy = false;
      return;
    }
    send(next.piece, next.num);
  }

  function send(piece: Buffer, num: number): void {
    underway = { piece, num, since: Date.now() };
    write(fd, piece, (error, written) => {
      underway = null;
      if (!error) return written < piece.length ? send(piece.subarray(written), num) : pump();
      if (error.code === "EAGAIN") return void setTimeout(() => send(piece, num), AGAIN_MS).unref();
      if (error.code === "EPIPE" || error.code === "EBADF") return close();
      dropped += num;
      setTimeout(pump, LATER_MS).unref();
    });
  }

  function close(): void {
    isClosed = true;
    waiting.length = 0;
  }

  /** What is left, before the process ends; where a reader stalls it is let go. */
  function flush(): void {
    if (isClosed || (underway && Date.now() - underway.since > STALLED_MS)) return;
    try {
      for (let next = nextPiece(); next; next = nextPiece()) writeSync(fd, next.piece);
    } catch {
      close();
    }
  }

  return { push, flush };
}
