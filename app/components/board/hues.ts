/** Told apart without relying on red and green: on white, and on the dark of a wall. */
export const HUES = {
  blue: ["#0b5cad", "#5aa9f5"],
  orange: ["#e07b00", "#f59a2f"],
  red: ["#b3261e", "#f2766d"],
  teal: ["#12908e", "#35c4c1"],
  yellow: ["#e3c000", "#f0d43a"],
  grey: ["#5b6770", "#a9b4be"],
} as const;
export type Hue = keyof typeof HUES | null;
