import { z } from "zod";

const TOO_MUCH = "入力が多すぎるため、下書きに保存できません";

/** The fields of a form as it had them, nothing read or mended. */
export const typedFields = z
  .array(
    z.tuple([
      z.string().regex(/^[a-z][\w.[\]]{0,60}$/, { error: TOO_MUCH }),
      z.string().max(4000, { error: TOO_MUCH }),
    ]),
  )
  .max(8000, { error: TOO_MUCH });
export type TypedFields = z.output<typeof typedFields>;
