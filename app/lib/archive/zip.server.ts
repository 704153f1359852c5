import { crc32, deflateRawSync } from "node:zlib";

const UTF8 = 0x0800;
const DEFLATE = 8;

/** MS-DOS's, in Tokyo's time: two seconds are its least. */
function dosTime(at: string): { date: number; time: number } {
  const tokyo = new Date(Date.parse(at) + 9 * 3_600_000);
  return {
    date: ((tokyo.getUTCFullYear() - 1980) << 9) | ((tokyo.getUTCMonth() + 1) << 5) | tokyo.getUTCDate(),
    time: (tokyo.getUTCHours() << 11) | (tokyo.getUTCMinutes() << 5) | (tokyo.getUTCSeconds() >> 1),
  };
}

/** A plain ZIP with names in UTF-8; far below the 4 GB from which another form is needed. */
export function zipOf(files: { name: string; body: string }[], at: string): Buffer {
  const { date, time } = dosTime(at);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const [name, body] = [Buffer.from(file.name), Buffer.from(file.body)];
    const packed = deflateRawSync(body);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(UTF8, 2);
    facts.writeUInt16LE(DEFLATE, 4);
    facts.writeUInt16LE(time, 6);
    facts.writeUInt16LE(date, 8);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    parts.push(Buffer.from("PK\u0003\u0004", "latin1"), facts, name, packed);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), facts, tail, name);
    offset += 4 + facts.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
