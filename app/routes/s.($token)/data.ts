import type { loadScan } from "~/lib/web/scan.server";

export type ScanData = Awaited<ReturnType<typeof loadScan>> extends { json(): Promise<infer T> } ? T : never;

export type ShelfView = NonNullable<ScanData["shelf"]>;

/** The shelf and the act stay chosen for the code that is read next. */
export const shelfHref = (view: ShelfView, more: Record<string, string>) =>
  `/s/?${new URLSearchParams({
    shelf: view.shelf ?? "",
    ...(view.act && { act: view.act }),
    ...(view.sheet && { sheet: view.sheet }),
    ...more,
  })}`;
