import type { z } from "zod";
import type { List } from "./list.schema";

/** A noun that people add and change by themselves: what one of it is called, its list and its forms. */
export type Master<R extends z.ZodObject = z.ZodObject> = {
  noun: string;
  list: List<z.ZodObject, R>;
  input: z.ZodObject;
  change: z.ZodObject;
};
