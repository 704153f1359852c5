import { z } from "zod";
import { optionalChoice } from "~/lib/text/text.schema";

const COLOURS = ["blue", "orange", "red", "teal", "yellow", "grey"] as const;

export const colour = z.enum(COLOURS);
export type Colour = z.infer<typeof colour>;
export const COLOUR_LABEL: Record<Colour, string> = {
  blue: "青",
  orange: "橙",
  red: "赤",
  teal: "青緑",
  yellow: "黄",
  grey: "灰",
};
export const optionalColour = (label: string) => optionalChoice(label, COLOURS);
