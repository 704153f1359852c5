import decodeQR from "qr/decode.js";

/** For browsers without BarcodeDetector. */
export function decode(picture: ImageData): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
