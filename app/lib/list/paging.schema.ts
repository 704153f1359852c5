import { z } from "zod";

export const PAGE_SIZE = 50;

export const paging = {
  after: z.string().max(900).optional(),
  before: z.string().max(900).optional(),
  size: z.coerce.number().int().min(1).max(1000).default(PAGE_SIZE),
};
