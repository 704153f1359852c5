import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { readText } from "~/lib/code/token";
import { scanResult, scanResults } from "~/lib/scan/scan.schema";
import { type Memory, memoryCookie, memoryIn, stayOf, withWorker } from "~/lib/scan/station";
import { cardDetail } from "~/lib/task/card.page.schema";
import { isIndirectAct } from "~/lib/vocabulary/scan";
import { isShelfAct } from "~/lib/vocabulary/stocktake";
import { ApiError } from "~/lib/web/api.server";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { takeIndirect } from "~/lib/web/indirect.server";
import { takePin } from "~/lib/web/pin.server";
import { enteredIn, sendShots, shotsIn } from "~/lib/web/scan.photo.server";
import { loadScan } from "~/lib/web/scan.server";
import { takeShelf, withParts } from "~/lib/web/shelf.server";
import { titled } from "~/lib/web/title";
import { enter, formOf, visitor } from "~/lib/web/visit.server";
import type { loader as rootLoader } from "~/root";
import { ScanPage } from "./ScanPage";

export const handle = { bare: true, script: "scan" };
export const meta = titled("スキャン");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args).catch(async (refused: unknown) => {
    throw (await ownView(args)) ?? refused;
  });
  return loadScan(args);
}

// A buyer who reads a code at the receiving dock goes to their own view of that card; null if it is not
// theirs.
async function ownView(args: LoaderFunctionArgs): Promise<Response | null> {
  const read = readText(args.params.token ?? "");
  const found = read?.kind === "card" ? await visitor(args) : null;
  if (!found || read?.kind !== "card" || found.who.company_type !== "buyer") return null;
  const mine = await found.api.get(cardDetail, `/cards/${read.key}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof Response) return false;
      throw error;
    },
  );
  return mine ? redirect(`/task/${read.key}`) : null;
}

const workerOf = ({ worker_id, pass }: Memory): Record<string, string> => ({
  ...(worker_id === null ? {} : { worker_id: String(worker_id) }),
  ...(pass === null ? {} : { pass }),
});

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const form = await formOf(args);
  const given = Object.fromEntries(
    [...form].filter(([, value]) => typeof value === "string" && value !== ""),
  ) as Record<string, string>;
  const { config } = args.context.app;
  const memory = memoryIn(args.request.headers.get("Cookie"), Date.now());
  try {
    if (isShelfAct(given.act) || given.dismiss) {
      const done = await takeShelf(args, api, { ...given, ...workerOf(memory) });
      return done instanceof Response ? done : loadScan(args, undefined, done);
    }
    if (isIndirectAct(given.act)) return takeIndirect(args, api, given, workerOf(memory));
    if (given.act === "pin") return takePin(args, api, given, memory);
    if (given.decision) {
      const { detail } = await api.post(
        scanResult,
        "/scans/resolve",
        given,
        `resolve.${given.client_id}.${given.decision}`,
      );
      return flash(args, "/s/", detail);
    }
    const shots = shotsIn(form);
    const item = {
      ...given,
      tokens: form.getAll("tokens"),
      values: enteredIn(given, shots),
      worker_id: memory.worker_id,
      group_id: memory.group_id,
      pass: memory.pass,
    };
    const {
      items: [result],
    } = await withParts(
      api,
      [item],
      await api.post(
        scanResults,
        "/scans",
        { items: [item] },
        `scan.${given.client_id}.${crypto.randomUUID()}`,
      ),
    );
    if (result!.result === "refused") return loadScan(args, { result: result!, given });
    const unsent = await sendShots(api, given.client_id ?? "", shots);
    if (unsent) return flash(args, "/s/", unsent, "error");
    const done =
      given.act === "undo"
        ? await flash(args, "/s/", "取り消しました。")
        : await flashUndo(args, "/s/", result!.detail, {
            action: "/s/",
            fields: { act: "undo", undoes: given.client_id ?? "", client_id: crypto.randomUUID() },
          });
    if (stayOf(memory) === 0)
      done.headers.append(
        "Set-Cookie",
        memoryCookie(withWorker(memory, null, null, Date.now()), config.secure),
      );
    return done;
  } catch (error) {
    if (error instanceof ApiError) return flash(args, "/s/", error.detail, "error");
    throw error;
  }
}

export default function Scan() {
  const shown = useLoaderData<typeof loader>();
  const again = useActionData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <ScanPage {...(again ?? shown)} message={root.message} product={root.product} revision={root.revision} />
  );
}
