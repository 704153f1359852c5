// A tar archive whose bytes depend on its entries alone: sorted by name, one time for all, no owner.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

const BLOCK = 512;
const FILE = "0";
const LINK = "2";

/** Where a name is split so that it fits the two fields of a header: at most 155 and 100 bytes. */
function split(name) {
  if (Buffer.byteLength(name) <= 100) return ["", name];
  const at = [...name.matchAll(/\//g)]
    .map(({ index }) => index)
    .find((index) => Buffer.byteLength(name.slice(index + 1)) <= 100);
  if (at === undefined || Buffer.byteLength(name.slice(0, at)) > 155)
    throw new Error(`too long a name for a tar archive: ${name}`);
  return [name.slice(0, at), name.slice(at + 1)];
}

function header({ name, mode, size, type, link }, seconds) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, at, length) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  const [prefix, rest] = split(name);
  block.write(rest, 0, 100, "utf8");
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  block.write("        ", 148, "latin1");
  block.write(type, 156, "latin1");
  block.write(link, 157, 100, "utf8");
  block.write("ustar\u000000", 257, "latin1");
  block.write(prefix, 345, 155, "utf8");
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
    "latin1",
  );
  return block;
}

/**
 * `entries`: `{ name, bytes, mode? }` (`bytes` a buffer, or what reads one) or `{ name, link }`. Names are
 * relative, with slashes.
 */
function* blocks(entries, seconds) {
  for (const one of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (one.link !== undefined) {
      yield header({ name: one.name, mode: 0o777, size: 0, type: LINK, link: one.link }, seconds);
      continue;
    }
    const bytes = typeof one.bytes === "function" ? one.bytes() : one.bytes;
    const { length } = bytes;
    yield header({ name: one.name, mode: one.mode ?? 0o644, size: length, type: FILE, link: "" }, seconds);
    if (length > 0) yield bytes;
    if (length % BLOCK > 0) yield Buffer.alloc(BLOCK - (length % BLOCK));
  }
  yield Buffer.alloc(2 * BLOCK);
}

export async function writeTarGz(file, entries, seconds) {
  await pipeline(
    Readable.from(blocks(entries, seconds), { objectMode: true }),
    createGzip({ level: 9 }),
    createWriteStream(file),
  );
}
