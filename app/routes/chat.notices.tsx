import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Chip, type ChipTone } from "~/components/list/Chip";
import { Empty } from "~/components/list/Empty";
import { noticeMark, noticeRows } from "~/lib/chat/notice.schema";
import { formatDateTime } from "~/lib/time/date";
import { NOTICE_LABEL, type Notice } from "~/lib/vocabulary/notice";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("お知らせ");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(noticeRows, "/notices"));
}

/** 既読, 未読に戻す, 全て既読; with `path` the notice's own page is opened. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, noticeMark, async (api, value) => {
    const { items } = await api.put(noticeRows, "/notices", value);
    const open = new URL(args.request.url).searchParams.has("open");
    const path = open ? items.find((one) => one.key === value.notice_key)?.path : undefined;
    return new Response(null, { status: 303, headers: { Location: path ?? "/chat/notices" } });
  });
}

const TONE: Partial<Record<Notice, ChipTone>> = { agreed: "good", declined: "bad" };
const TEXT = "min-h-9 text-left underline-offset-2 hover:underline touch:min-h-11";
/** On a phone the sentence has a line of its own. */
const ROW = "grid grid-cols-notice items-center gap-x-3 px-3 py-1 desk:grid-cols-notices";
const SMALL = "min-h-7 rounded px-2 text-note text-accent underline touch:min-h-11";

export default function Notices() {
  const { items, unread } = useLoaderData<typeof loader>();
  return (
    <section className="grid max-w-[1080px] gap-4">
      <header className="flex flex-wrap items-center gap-3">
        <h1>お知らせ</h1>
        <span className="text-muted">
          {unread > 0 ? `未読 ${unread > 99 ? "99件以上" : `${unread}件`}` : "未読はありません"}
        </span>
        <span className="ml-auto flex gap-2">
          {unread > 0 ? (
            <OneTap action="/chat/notices" fields={{}}>
              全て既読
            </OneTap>
          ) : null}
          <LinkButton href="/setting/self/notices">通知の設定</LinkButton>
        </span>
      </header>
      {items.length === 0 ? (
        <Empty text="お知らせはありません。依頼、納期の変更、出荷、書類などがあると、ここに出ます。" />
      ) : (
        <ul className="divided rounded border border-line bg-surface">
          {items.map((one) => (
            <li key={one.key} className={`${ROW} ${one.is_read ? "text-muted" : ""}`}>
              <span>
                <Chip tone={one.is_read ? "muted" : (TONE[one.kind] ?? "accent")}>
                  {NOTICE_LABEL[one.kind]}
                </Chip>
              </span>
              <form
                method="post"
                action="/chat/notices?open"
                data-enhance="submit"
                className="min-w-0 max-desk:order-last max-desk:col-span-3"
              >
                <input type="hidden" name="notice_key" value={one.key} />
                <button className={`${TEXT} ${one.is_read ? "" : "font-bold"}`}>{one.text}</button>
              </form>
              <span className="whitespace-nowrap text-note max-desk:text-right tabular-nums text-muted">
                {formatDateTime(one.at)}
              </span>
              <OneTap
                action="/chat/notices"
                fields={{ notice_key: one.key, ...(one.is_read && { is_unread: "on" }) }}
                look={SMALL}
                label={one.is_read ? "未読に戻す" : "既読にする"}
              >
                {one.is_read ? "未読に戻す" : "既読"}
              </OneTap>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
