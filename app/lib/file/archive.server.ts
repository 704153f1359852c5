/** By names alone: nothing in a container is unpacked. Null for what only claims to be one. */
const NAMES_MAX = 5_000;
const TAIL = 22;

export function zipNames(given: Uint8Array): string[] | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  if (end < 0 || end + TAIL > bytes.length || end + TAIL + bytes.readUInt16LE(end + 20) !== bytes.length)
    return null;
  const count = bytes.readUInt16LE(end + 10);
  if (count > NAMES_MAX) return null;
  const names: string[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return null;
    const length = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString("latin1", at + 46, at + 46 + length));
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return at <= end ? names : null;
}

const SECTORS_MAX = 64;
const ENTRY = 128;
const IN_HEAD = 109;

export function oleNames(given: Uint8Array): string[] | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const power = bytes.length < 1536 ? 0 : bytes.readUInt16LE(30);
  if (power !== 9 && power !== 12) return null;
  const size = 1 << power;
  const start = (at: number) => (at + 1) * size;
  const word = (at: number) => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0xffffffff);
  const each = size / 4;
  const table = (index: number) =>
    word(index < IN_HEAD ? 76 + 4 * index : start(word(68)) + 4 * (index - IN_HEAD));
  const names: string[] = [];
  let sector = word(48);
  for (let seen = 0; seen < SECTORS_MAX && start(sector) + size <= bytes.length; seen += 1) {
    for (let at = start(sector); at < start(sector) + size; at += ENTRY) {
      const length = bytes.readUInt16LE(at + 64);
      if (length > 2 && length <= 64) names.push(bytes.toString("utf16le", at, at + length - 2));
    }
    sector = word(start(table(Math.floor(sector / each))) + 4 * (sector % each));
  }
  return names.length > 0 ? names : null;
}
