import decodeQR from "qr/decode.js";

/** What stands in a picture, for browsers that have no BarcodeDetector; null where nothing does. */
export function decode(picture: ImageData): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
