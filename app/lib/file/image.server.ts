import type { Sharp } from "sharp";
import { turns } from "./turns";

/** What decodes to more pixels would fill the memory. */
const PIXELS_MAX = 50_000_000;
export const THUMB_MAX = 20_000;
const ICON_MAX = 2_048;
export const THUMB_TYPE = "image/webp";

type Picture = { bytes: Buffer; width: number; height: number; thumb: Buffer };

/** Large drawings of one company keep nobody else's photo waiting. */
const inTurn = turns(2, 20);

/** Without EXIF (places, names, serial numbers) and whatever else was hidden in the file. */
export function redraw(
  company_id: string,
  bytes: Uint8Array,
  media_type: string,
  side?: number,
): Promise<Picture | null> {
  return inTurn(company_id, async () => {
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    sharp.concurrency(1);
    const open = () =>
      sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 }).timeout({ seconds: 30 });
    try {
      const { width = 0, height = 0 } = await open().metadata();
      if (width * height > PIXELS_MAX) return null;
      const upright = open().autoOrient();
      const sized =
        side === undefined
          ? upright
          : upright.resize(side, side, { fit: "inside", withoutEnlargement: true });
      const whole = await inFormat(sized, media_type).toBuffer({ resolveWithObject: true });
      return {
        bytes: whole.data,
        width: whole.info.width,
        height: whole.info.height,
        thumb: await thumbnail(() => open().autoOrient()),
      };
    } catch {
      return null;
    }
  });
}

/** Thin lines on white fade where they are drawn small: such a picture gets darker. */
const PAPER = 215;
const DARKER = 3;

/** For a tile of 48 pixels on a sharp screen, at most 2 KB. */
export async function iconOf(thumb: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const small = await sharp(thumb)
    .flatten({ background: "#fff" })
    .resize(96, 96, { fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
  const { channels } = await sharp(small).stats();
  const is_paper = channels.every(({ mean }) => mean > PAPER);
  const drawn = (side: number, quality: number) => {
    const sized = sharp(small).resize(side, side, { fit: "inside", withoutEnlargement: true });
    return (is_paper ? sized.linear(DARKER, 255 * (1 - DARKER)) : sized).webp({ quality }).toBuffer();
  };
  for (const quality of [60, 40, 20]) {
    const made = await drawn(96, quality);
    if (made.length <= ICON_MAX) return made;
  }
  return drawn(48, 20);
}

function inFormat(image: Sharp, media_type: string): Sharp {
  if (media_type === "image/png") return image.png({ compressionLevel: 7 });
  return media_type === "image/webp" ? image.webp({ quality: 86 }) : image.jpeg({ quality: 86 });
}

async function thumbnail(open: () => Sharp): Promise<Buffer> {
  const small = await open().resize(320, 320, { fit: "inside", withoutEnlargement: true }).png().toBuffer();
  const { default: sharp } = await import("sharp");
  for (const [side, quality] of [
    [320, 70],
    [320, 50],
    [320, 30],
    [240, 30],
    [160, 25],
  ] as const) {
    const made = await sharp(small)
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    if (made.length <= THUMB_MAX) return made;
  }
  return sharp(small).resize(64, 64, { fit: "inside" }).webp({ quality: 20 }).toBuffer();
}
