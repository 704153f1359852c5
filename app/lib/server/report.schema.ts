import { z } from "zod";

export const REPORT_BYTES = 8_192;
export const REPORTS_A_MINUTE = 10;

const TOO_LARGE = "エラーの報告は8KBまでです";
const words = (label: string) =>
  z.string({ error: `${label}は文字で送ってください` }).max(REPORT_BYTES, TOO_LARGE);

/** An uncaught error of the browser (product §3). */
export const errorReport = z
  .object({ message: words("message").min(1, "messageを送ってください"), stack: words("stack").default("") })
  .refine(({ message, stack }) => new TextEncoder().encode(message + stack).length <= REPORT_BYTES, {
    path: ["stack"],
    error: TOO_LARGE,
  });
export type ErrorReport = z.infer<typeof errorReport>;

export const reported = z.object({
  count: z.number().meta({ description: "同じエラーの回数。記録しなかったときは 0" }),
});
