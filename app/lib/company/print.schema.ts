import { z } from "zod";
import { integer } from "~/lib/money/number.schema";
import { choice, version } from "~/lib/text/text.schema";

/** Within the upper third of a sheet, whose margin is 15 mm (R5-6). */
const addressPlace = {
  address_left: integer("宛名の左端", 15, 40),
  address_top: integer("宛名の上端", 15, 60),
};
/** Tried on paper before it is kept. */
export const placeQuery = z.object(addressPlace);

export const printInput = z.object({
  version,
  paper_layout: choice("様式", ["ruled", "plain"]),
  line_order: choice("明細の並び順", ["given", "card", "name"]),
  number_style: choice("番号の型", ["month", "year", "run"]),
  day_style: choice("日付の書き方", ["western", "era"]),
  ...addressPlace,
});

export const PICTURES = { logo: "ロゴ", seal: "角印" } as const;
export type Picture = keyof typeof PICTURES;
/** PNG or JPEG, in bytes after it was made smaller; and its longest side in pixels. */
export const PICTURE_MAX = 1_000_000;
export const PICTURE_SIDE = 800;
export const pictureForm = z.object({});
