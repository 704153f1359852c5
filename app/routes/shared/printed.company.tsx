import { useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "~/root";

/** Whose page it is, said on paper alone: the screen has it in its head. */
export function PrintedCompany() {
  const who = useRouteLoaderData<typeof rootLoader>("root")?.who;
  return who ? <p className="hidden text-note print:block">{who.company_name}</p> : null;
}
