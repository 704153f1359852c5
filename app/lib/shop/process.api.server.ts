import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { factoryProcess } from "./process.schema";
import { processesOf } from "./process.server";

export const processCalls = [
  call({
    method: "GET",
    path: "/processes",
    summary: "自社の工程",
    side: "seller",
    answer: z.object({ items: z.array(factoryProcess) }),
    run: async (db, who) => ({ items: await processesOf(db, who.company_id) }),
  }),
];
