import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Tabs } from "~/components/list/Tabs";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { TEMPLATES } from "~/lib/shop/meta";
import {
  errorsAt,
  isReasons,
  lanesOf,
  META_LINKS,
  numberedOnce,
  processesForm,
  reasonsForm,
  recordsForm,
  sortByPosition,
  TABS,
  tabOf,
} from "~/lib/shop/meta.form";
import { boardMeta, daysInput, numbersInput, templateInput, unitsInput } from "~/lib/shop/meta.schema";
import { flash } from "~/lib/web/flash.server";
import { renameErrors } from "~/lib/web/refused.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "./Head";
import { Processes } from "./Processes";
import { Reasons } from "./Reasons";
import { Records } from "./Records";
import { Days, Numbers, Units } from "./Simple";

export const meta = titled("メタ情報");
const PATH = "/factories/self/meta";
const askedTab = ({ request }: Pick<ActionFunctionArgs, "request">) =>
  new URL(request.url).searchParams.get("tab");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [board, { items }] = await Promise.all([
    api.get(boardMeta, PATH),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  return json({ meta: board, partners: items, tab: tabOf(askedTab(args)) });
}

/** The API's errors, at the rows as they were typed. */
const placed = (stood: number[]) => renameErrors((errors) => errorsAt(errors, stood));

export async function action(args: ActionFunctionArgs) {
  const tab = tabOf(askedTab(args));
  const back = `/setting/meta?tab=${tab}`;
  if (askedTab(args) === "template") {
    return submit(args, templateInput, async (api, value) => {
      await api.put(boardMeta, `${PATH}/template`, value);
      return flash(args, back, `「${TEMPLATES[value.template].label}」のひな形から工程を作りました。`);
    });
  }
  if (tab === "days") {
    return submit(args, daysInput, async (api, value) => {
      await api.put(boardMeta, `${PATH}/days`, value);
      return flash(args, back, "停滞日数・警告日数を保存しました。");
    });
  }
  if (tab === "unit") {
    return submit(args, unitsInput, async (api, value) => {
      await api.put(boardMeta, `${PATH}/units`, value);
      return flash(args, back, "単位を保存しました。");
    });
  }
  if (tab === "number") {
    return submit(args, numbersInput, async (api, value) => {
      await api.put(boardMeta, `${PATH}/numbers`, value);
      return flash(args, back, "番号規則を保存しました。");
    });
  }
  if (tab === "record") {
    return submit(args, recordsForm, async (api, value) => {
      const { rows, stood } = sortByPosition(numberedOnce(value.items, "item_id"));
      await api.put(boardMeta, `${PATH}/record_items`, { ...value, items: rows }).catch(placed(stood));
      return flash(args, back, "記録項目を保存しました。");
    });
  }
  if (isReasons(tab)) {
    return submit(args, reasonsForm, async (api, value) => {
      const { rows, stood } = sortByPosition(numberedOnce(value.reasons, "reason_id"));
      await api.put(boardMeta, `${PATH}/reasons`, { ...value, reasons: rows }).catch(placed(stood));
      return flash(args, back, `${TABS[tab]}を保存しました。`);
    });
  }
  return submit(args, processesForm, async (api, { version, processes }) => {
    const { rows, stood } = sortByPosition(numberedOnce(processes, "group_id"));
    const known = (await api.get(boardMeta, PATH)).processes;
    const lanes = (one: (typeof rows)[number]) =>
      lanesOf(one.lanes, known.find((row) => row.group_id === one.group_id)?.lanes ?? []);
    await api
      .put(boardMeta, `${PATH}/processes`, {
        version,
        processes: rows.map((one) => ({ ...one, lanes: lanes(one) })),
      })
      .catch(placed(stood));
    return flash(args, back, "工程を保存しました。");
  });
}

export default function Meta() {
  const { meta: board, partners, tab } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply as SubmissionResult<string[]> | undefined;
  const strange =
    reply && tab === "process" && !reply.initialValue?.processes ? reply.error?.[""]?.[0] : undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <Head tab={tab} />
      <Tabs label="メタ情報" current={`/setting/meta?tab=${tab}`} tabs={META_LINKS} />
      {strange ? (
        <p
          role="alert"
          data-summary
          tabIndex={-1}
          className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad"
        >
          {strange}
        </p>
      ) : null}
      {tab === "process" ? (
        <Processes meta={board} partners={partners} reply={strange ? undefined : reply} />
      ) : null}
      {isReasons(tab) ? <Reasons meta={board} kind={tab} reply={reply} /> : null}
      {tab === "record" ? <Records meta={board} reply={reply} /> : null}
      {tab === "unit" ? <Units meta={board} reply={reply} /> : null}
      {tab === "number" ? <Numbers meta={board} reply={reply} /> : null}
      {tab === "days" ? <Days meta={board} reply={reply} /> : null}
    </section>
  );
}
