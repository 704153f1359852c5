import { z } from "zod";
import { choice, version } from "~/lib/text/text.schema";

export const printInput = z.object({
  version,
  paper_layout: choice("様式", ["ruled", "plain"]),
  line_order: choice("明細の並び順", ["given", "card", "name"]),
  number_style: choice("番号の型", ["month", "year", "run"]),
});

export const PICTURES = { logo: "ロゴ", seal: "角印" } as const;
export type Picture = keyof typeof PICTURES;
/** PNG or JPEG, in bytes after it was made smaller; and its longest side in pixels. */
export const PICTURE_MAX = 1_000_000;
export const PICTURE_SIDE = 800;
export const pictureForm = z.object({});
