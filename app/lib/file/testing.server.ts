import sharp from "sharp";

type Colour = { r: number; g: number; b: number };

/** Noise compresses badly. */
export function picture(width: number, height: number, colour?: Colour) {
  if (colour) return sharp({ create: { width, height, channels: 3, background: colour } });
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
}

export const png = (width = 40, height = 20) =>
  picture(width, height, { r: 200, g: 40, b: 40 }).png().toBuffer();
export function zip(...names: string[]): Buffer {
  const local = names.map((name) =>
    Buffer.concat([
      Buffer.from("504b0304", "hex"),
      Buffer.alloc(22),
      word(Buffer.byteLength(name)),
      word(0),
      Buffer.from(name),
    ]),
  );
  const entries = names.map((name) =>
    Buffer.concat([
      Buffer.from("504b0102", "hex"),
      Buffer.alloc(24),
      word(Buffer.byteLength(name)),
      Buffer.alloc(16),
      Buffer.from(name),
    ]),
  );
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(local).length, 16);
  return Buffer.concat([...local, ...entries, end]);
}
const word = (value: number) => Buffer.from([value & 255, value >> 8]);
export const xlsx = (...more: string[]) => zip("[Content_Types].xml", "xl/workbook.xml", ...more);

export function ole(...streams: string[]): Buffer {
  const bytes = Buffer.alloc(512 * 4, 0xff);
  bytes.fill(0, 0, 76);
  bytes.write("d0cf11e0a1b11ae1", "hex");
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(0, 76);
  for (const [sector, next] of [0xfffffffd, 2, 0xfffffffe].entries())
    bytes.writeUInt32LE(next, 512 + 4 * sector);
  bytes.fill(0, 1024);
  for (const [index, name] of ["Root Entry", ...streams].entries()) {
    bytes.write(name, 1024 + 128 * index, "utf16le");
    bytes.writeUInt16LE(2 * name.length + 2, 1024 + 128 * index + 64);
  }
  return bytes;
}

export const HEIC = Buffer.concat([
  Buffer.from("0000001c", "hex"),
  Buffer.from("ftypheic\0\0\0\0mif1heic"),
  Buffer.alloc(60),
]);
export const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
export const STEP = Buffer.from("ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;\n");
export const DXF = Buffer.from("  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n");
