import { createHash } from "node:crypto";

/** Short and the same for the same value, whoever computes it. */
export const digestOf = (value: unknown) =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
