import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { Refused } from "~/components/form/Refused";
import { ReadMark } from "~/components/frame/ReadMark";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { normalizeNumber } from "~/lib/money/decimal";
import { comparedRow, crossovers, spreadOf } from "~/lib/quote/quote.comparison";
import { counted, quoteDetail, quoteDone, quoteMade } from "~/lib/quote/quote.row.schema";
import { quoteAct, quoteCancel, quoteExtension, quoteInner } from "~/lib/quote/quote.schema";
import { QUOTE_STATUS_LABEL, QUOTE_STATUS_TONE } from "~/lib/quote/quote.status";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Acts } from "./Acts";
import { Awards } from "./Awards";
import { Compare } from "./Compare";
import { Draft } from "./Draft";
import { factsOfQuote } from "./facts";
import { Sellers } from "./Sellers";

export const meta = titledOf<{ found: { number: string | null } }>("見積依頼", ({ found }) => found.number);

/** ?spread= how 型代 counts in the totals, ?q= one quantity more. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const spread = spreadOf(query);
  const asked = normalizeNumber(query.get("q") ?? "");
  const extra = asked !== null && /^\d{1,9}(\.|$)/.test(asked) && Number(asked) > 0 ? asked : null;
  const quantities = [...found.quantities, ...(extra && !found.quantities.includes(extra) ? [extra] : [])];
  const rows = quantities.map((quantity) => ({ quantity, cells: comparedRow(found, quantity, spread) }));
  const unread = who.acting === null && found.parts.some((part) => part.is_unread) && !found.is_shut;
  return json({ found, rows, spread, extra, unread, crossovers: crossovers(found), today: today() });
}

const remind = z.object({});

export async function action(args: ActionFunctionArgs) {
  const at = `/order/product/${args.params.key}`;
  const api_at = `/quotes/${args.params.key}`;
  switch (new URL(args.request.url).searchParams.get("act")) {
    case "send":
      return submit(args, quoteAct, async (api, value, key) => {
        const { number } = await api.post(quoteMade, `${api_at}/send`, value, key);
        return flash(args, at, `見積依頼 ${number} を送信しました。`);
      });
    case "extend":
      return submit(args, quoteExtension, async (api, value, key) => {
        await api.post(quoteDone, `${api_at}/extend`, value, key);
        return flash(args, at, "回答期限を延ばして、依頼先に知らせました。");
      });
    case "close":
      return submit(args, quoteAct, async (api, value, key) => {
        await api.post(quoteDone, `${api_at}/close`, value, key);
        return flash(args, at, "締め切りました。延長すると、また回答を受けられます。");
      });
    case "cancel":
      return submit(args, quoteCancel, async (api, value, key) => {
        await api.post(quoteDone, `${api_at}/cancel`, value, key);
        return flash(args, "/order/product?saved=1", "取り消しました。");
      });
    case "inner":
      return submit(args, quoteInner, async (api, value) => {
        await api.put(quoteDone, `${api_at}/inner`, value);
        return flash(args, at, "社内だけの記録を保存しました。");
      });
    default:
      return submit(args, remind, async (api) => {
        const keys = [Number(args.params.key)];
        const { num } = await api.post(counted, "/quotes/remind", { keys }, crypto.randomUUID());
        if (num === 0) return flash(args, at, "今日、催促できる依頼先はありません。", "info");
        return flash(args, at, `${num}社に催促しました。`);
      });
  }
}

export default function Quote() {
  const {
    found,
    rows,
    spread,
    extra,
    unread,
    crossovers: crossing,
    today: day,
  } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const [query] = useSearchParams();
  const at = `/order/product/${found.key}`;
  const is_draft = found.status === "draft";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          {found.is_offer ? "見積書" : "見積依頼"} {found.number ?? "（下書き）"}
        </h1>
        <Chip tone={QUOTE_STATUS_TONE[found.status]}>{QUOTE_STATUS_LABEL[found.status]}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {unread ? <ReadMark action={`${at}/seen`} /> : null}
          {is_draft || found.is_offer ? null : <LinkButton href={`${at}/print`}>見積依頼書を印刷</LinkButton>}
          {is_draft ? null : (
            <LinkButton href={`/order/product/new?from=${found.key}`}>この内容で依頼する</LinkButton>
          )}
        </span>
      </header>
      <Refused reply={answer?.reply} />
      <FactPanel columns={2} facts={factsOfQuote(found)} />
      {is_draft ? <Draft found={found} /> : null}
      {is_draft ? null : (
        <>
          <Awards found={found} />
          <Compare found={found} rows={rows} spread={spread} extra={extra} crossing={crossing} today={day} />
          <Sellers found={found} today={day} />
        </>
      )}
      <Acts found={found} act={query.get("act")} reply={answer?.reply} />
    </section>
  );
}
