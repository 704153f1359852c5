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

const FOUR_GB = 0xffff_ffff;

/** A plain ZIP with names in UTF-8, file by file: what is written is forgotten, but for its entry. */
export async function* zipOf(
  files: AsyncIterable<{ name: string; body: string | Uint8Array }>,
  at: string,
): AsyncGenerator<Uint8Array> {
  const { date, time } = dosTime(at);
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  for await (const file of files) {
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
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000", "latin1"), facts, tail, name]));
    const whole = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), facts, name, packed]);
    offset += whole.length;
    count += 1;
    if (offset > FOUR_GB) throw new Error("a plain ZIP holds no more than 4 GB");
    yield whole;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([listed, end]);
}
