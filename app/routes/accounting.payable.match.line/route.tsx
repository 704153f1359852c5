import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Alert } from "~/components/frame/Alert";
import { Chip } from "~/components/list/Chip";
import { Empty } from "~/components/list/Empty";
import { monthLabel } from "~/lib/accounting/invoice";
import type { List } from "~/lib/list/list.schema";
import { MONTH_STATE_LABEL } from "~/lib/payable/match";
import { linesHref, MATCH, MATCH_LINES, MONTH_TONE, matchLineList } from "~/lib/payable/match.list";
import {
  matchAnswered,
  matchAnswering,
  matchClosed,
  matchClosingForm,
  matchDetail,
  matchReopening,
} from "~/lib/payable/match.schema";
import { flash } from "~/lib/web/flash.server";
import { filterOf } from "~/lib/web/list.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PayableTabs } from "../shared/payable.tabs";
import { PrintedCompany } from "../shared/printed.company";
import { Asked } from "./Asked";
import { Answers, Close, Reopen } from "./MatchForms";
import { History, MonthFacts } from "./MonthFacts";

export const meta = titled("請求書照合");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = filterOf(matchLineList as unknown as List, args.request);
  const keys = { answer: crypto.randomUUID(), close: crypto.randomUUID(), reopen: crypto.randomUUID() };
  const found = await api.get(matchDetail, "/payables/match", asked);
  return json({ found, partner_id: asked.partner_id ?? "", keys });
}

export async function action(args: ActionFunctionArgs) {
  const go = (await formOf(args)).get("go");
  if (go === "close")
    return submit(args, matchClosingForm, async (api, { partner_id, ym, seen }, key) => {
      const months = [{ partner_id, seen }];
      await api.post(matchClosed, "/payables/match/close", { ym, months }, key);
      return flash(args, linesHref({ partner_id, ym }), `${monthLabel(ym)}の照合を締めました。`);
    });
  if (go === "reopen")
    return submit(args, matchReopening, async (api, value, key) => {
      await api.post(matchClosed, "/payables/match/reopen", value, key);
      return flash(args, linesHref(value), "照合を開け直しました。");
    });
  return submit(args, matchAnswering, async (api, value, key) => {
    const { count, chat } = await api.post(matchAnswered, "/payables/match/answers", value, key);
    const done = chat === null ? `${count}行に回答しました。` : "先方に訂正を頼みました。";
    return flash(args, chat ?? linesHref(value), done);
  });
}

export default function MatchPage() {
  const { found, partner_id, keys } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const csv = `${MATCH_LINES}.csv?${new URLSearchParams({ partner_id, ym: String(found.ym) })}`;
  const isClosed = found.state === "closed" || found.state === "changed";
  const props = { found, partner_id, answer, keys };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          請求書照合
          {found.partner_name === null ? "" : `　${found.partner_name}　${monthLabel(found.ym)}`}
        </h1>
        {found.partner_name === null || found.items.length === 0 ? null : (
          <>
            <Chip tone={MONTH_TONE[found.state]}>{MONTH_STATE_LABEL[found.state]}</Chip>
            <span className="ml-auto flex flex-wrap gap-2 print:hidden">
              <LinkButton href={csv} download>
                CSV
              </LinkButton>
              <PrintButton className="max-desk:hidden" />
            </span>
          </>
        )}
      </header>
      <PayableTabs current={MATCH} />
      <PrintedCompany />
      <Asked {...props} />
      {found.partner_name === null || found.items.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text={
              found.partner_name === null
                ? "支払先を選択してください。"
                : "この月に照合するものはありません。"
            }
            action={{ label: "請求書照合の一覧へ", href: `${MATCH}?ym=${found.ym}` }}
          />
        </div>
      ) : (
        <>
          <MonthFacts found={found} />
          {found.state === "changed" ? (
            <Alert>
              締めた後に、先方の請求書が変わりました。明細は締めたときのものです。開け直すと今の請求書と照合できます。
            </Alert>
          ) : null}
          <Answers {...props} />
          {isClosed ? <Reopen {...props} /> : <Close {...props} />}
          {found.log.length > 0 ? <History log={found.log} /> : null}
        </>
      )}
    </section>
  );
}
