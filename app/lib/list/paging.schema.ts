import { z } from "zod";

export const PAGE_SIZE = 50;

/** What every list call takes beside its filter: a cursor and how many rows. */
export const paging = {
  after: z.string().max(900).optional(),
  before: z.string().max(900).optional(),
  size: z.coerce.number().int().min(1).max(1000).default(PAGE_SIZE),
};
