import sharp from "sharp";

type Colour = { r: number; g: number; b: number };

/** A picture of noise, which compresses badly, or of one colour. */
export function picture(width: number, height: number, colour?: Colour) {
  if (colour) return sharp({ create: { width, height, channels: 3, background: colour } });
  return sharp({ create: { width, height, channels: 3, background: "white", noise: { type: "gaussian", mean: 128, sigma: 60 } } });
}

export const png = (width = 40, height = 20) => picture(width, height, { r: 200, g: 40, b: 40 }).png().toBuffer();
export const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
export const STEP = Buffer.from("ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;\n");
export const DXF = Buffer.from("  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n");
