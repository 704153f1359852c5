import type { loadScan } from "~/lib/web/scan.server";

export type ScanData = Awaited<ReturnType<typeof loadScan>> extends { json(): Promise<infer T> } ? T : never;
