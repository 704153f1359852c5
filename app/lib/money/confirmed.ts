import { z } from "zod";
import { formatNumber } from "./decimal";

/** A page must send what its reader saw; a caller of the API may. */
export const figuresText = (figures: (number | null)[], digest: string) =>
  [...figures.map((one) => one ?? "x"), digest].join(".");

const AS_WRITTEN = /^(?:(?:-?\d{1,15}|x)\.){1,6}[0-9a-f]{16}$/;
export const confirmedFigures = z
  .string({ error: "確認した内容が分かりません。もう一度確認してください" })
  .regex(AS_WRITTEN, { error: "確認した内容が分かりません。もう一度確認してください" });
export const optionalConfirmedFigures = z.preprocess(
  (value) => value || undefined,
  confirmedFigures.optional(),
);

const figuresOf = (text: string) =>
  text
    .split(".")
    .slice(0, -1)
    .map((one) => (one === "x" ? null : Number(one)));

export function figureChanges(before: string, after: string, names: [label: string, unit: string][]): string {
  const [old, now] = [figuresOf(before), figuresOf(after)];
  const word = (figure: number | null | undefined, unit: string) =>
    figure == null ? "―" : `${formatNumber(figure)}${unit}`;
  return names
    .flatMap(([label, unit], at) =>
      old[at] === now[at] ? [] : `${label} ${word(old[at], unit)} → ${word(now[at], unit)}`,
    )
    .join("、");
}
