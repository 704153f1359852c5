import { z } from "zod";

export const invoiceXml = z.object({ file_name: z.string(), xml: z.string() });
