import type { StationData } from "~/lib/scan/scan.schema";
import { forgetOthers, keepCards } from "./scan.store";

async function keepShell(revision: string) {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/sw.js", { scope: "/s/" });
  const { active } = await navigator.serviceWorker.ready;
  const styles = document.querySelector<HTMLMetaElement>("meta[name=css]")?.content;
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/build/"));
  const urls = new Set(["/s/", ...loaded.map(({ pathname }) => pathname), ...(styles ? [styles] : [])]);
  active?.postMessage({ keep: { revision, urls: [...urls] } });
}

async function refresh(): Promise<StationData | null> {
  try {
    const answer = await fetch("/s/station", { redirect: "error", headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    const data = (await answer.json()) as StationData;
    await forgetOthers(data.company_id);
    await keepCards(data.company_id, data.cards);
    return data;
  } catch {
    return null;
  }
}

/** After the page has come to rest, out of the way of the first scan. */
export function prepare(revision: string, told: (data: StationData) => void) {
  const run = () => {
    void keepShell(revision).catch(() => {});
    void refresh().then((data) => data && told(data));
  };
  if (document.readyState === "complete") setTimeout(run, 300);
  else addEventListener("load", () => setTimeout(run, 300));
}
