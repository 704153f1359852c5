import { z } from "zod";

export const subject = z.enum([
  "card",
  "order",
  "delivery",
  "invoice",
  "payment",
  "member",
  "factory",
  "destination",
  "collaboration",
  "contact",
  "file",
  "product",
  "quote",
  "indirect",
  "worker_day",
]);
export type Subject = z.infer<typeof subject>;

export type Changed = Record<string, string | number | boolean | null>;
