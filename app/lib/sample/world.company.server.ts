import { addHolidays, addNationals } from "~/lib/company/calendar.server";
import { PICTURE_SIDE } from "~/lib/company/print.schema";
import { setPicture } from "~/lib/company/print.server";
import type { Storage } from "~/lib/file/storage.server";
import { acceptFile, keepBytes } from "~/lib/file/take.server";
import type { Clock } from "./world.clock.server";
import type { Act } from "./world.stage.server";

/** A seal as seals look, and a sign of a mountain: without a word, since no font is sure to be there. */
const svg = (width: number, height: number, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`);
const SEAL = svg(
  240,
  240,
  `<g fill="none" stroke="#c0272d" stroke-width="10"><rect x="10" y="10" width="220" height="220" rx="10"/>
  <path d="M60 50V110M60 50H30V110H95V50M45 130V210M75 130V210M30 170H95M130 45H210M170 45V115M135 115H205"/>
  <path d="M130 135H205V205H130ZM168 135V205M130 170H205"/></g>`,
);
const LOGO = svg(
  360,
  120,
  `<path d="M10 105 70 15 105 65 130 35 180 105Z" fill="#0b5cad"/>
  <path d="M200 100H350M200 75H320M200 50H290" stroke="#0b5cad" stroke-width="12"/>`,
);

export async function companyActs(
  storage: Storage | undefined,
  username: string,
  clock: Clock,
): Promise<Act[]> {
  const at = clock.instant(-90);
  const year = Number(clock.today.slice(0, 4));
  const days: Act = {
    at,
    username,
    async run(tx, who) {
      for (const one of [year, year + 1]) await addNationals(tx, who, one);
      await addHolidays(tx, who, {
        holiday: `${year}-12-29`,
        until: `${year + 1}-01-05`,
        label: "年末年始休業",
      });
    },
  };
  if (!storage) return [days];
  const { default: sharp } = await import("sharp");
  const pictures = await Promise.all(
    (["seal", "logo"] as const).map(async (which): Promise<Act> => {
      const bytes = await sharp(which === "seal" ? SEAL : LOGO)
        .png()
        .toBuffer();
      const one = await acceptFile(
        "yamada",
        { name: `${which}.png`, bytes },
        { images: true, side: PICTURE_SIDE },
      );
      await keepBytes(storage, one);
      return { at, username, run: (tx, who) => setPicture(tx, who, which, [one]) };
    }),
  );
  return [days, ...pictures];
}
