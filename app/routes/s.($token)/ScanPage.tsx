import { ACT_LABEL } from "~/lib/vocabulary/scan";
import type { Flash } from "~/lib/web/cookie.server";
import { Card } from "./Card";
import { Choose } from "./Choose";
import { Conflicts } from "./Conflicts";
import type { ScanData } from "./data";
import { Indirect } from "./Indirect";
import { Message } from "./Message";
import { Problem } from "./Problem";
import { Finish, Pause, Pin } from "./Sheets";
import { Shelf, ShelfState } from "./Shelf";
import { Which } from "./Which";

type Props = ScanData & { message: Flash | null; product: string; revision: number };

export function ScanPage({ message, product, revision, ...shown }: Props) {
  const { data, memory, card, act, pin, problem, refused } = shown;
  const worker = data.workers.find((one) => one.worker_id === memory.worker_id);
  const factoryProcess = data.processes.find((one) => one.group_id === memory.group_id);
  return (
    <main
      id="main"
      className="mx-auto grid min-h-screen max-w-[500px] content-start gap-3 px-4 pb-16 pt-2"
      data-scan={revision}
      data-station={JSON.stringify({ ...data, cards: [], conflicts: [] })}
      data-acting={shown.acting ?? undefined}
      data-tokens={shown.tokens.join(" ")}
      data-code={shown.code ?? undefined}
      data-act={act ?? undefined}
    >
      <header className="flex min-h-11 items-center gap-3">
        <a href="/task/kanban" className="inline-flex min-h-11 items-center text-note text-accent underline">
          {product} 進捗管理
        </a>
        <h1 className="sr-only">スキャン</h1>
        <p
          data-net
          role="status"
          className="ml-auto rounded-full bg-good-soft px-3 py-1 text-note font-bold text-good empty:hidden data-[off]:bg-warn-soft data-[off]:text-warn"
        />
      </header>
      <Choose shown={shown} worker={worker?.name} process={factoryProcess?.label} />
      <video
        data-video
        hidden
        muted
        playsInline
        aria-label="カメラの映像"
        className="max-h-48 w-full rounded border border-line object-cover"
      />
      <form method="get" action="/s/" className="grid grid-cols-end gap-2" data-reader>
        {act && !card ? <input type="hidden" name="act" value={act} /> : null}
        {shown.shelf ? <ShelfState view={shown.shelf} /> : null}
        <label className="col-span-full grid gap-1">
          <span className="font-bold">
            {shown.shelf
              ? "コードを読み取るか、商品番号・置場を入力"
              : "コードを読み取るか、カードの番号を入力"}
          </span>
          <input
            name="code"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            className="h-14 rounded border-2 border-accent bg-surface px-3 text-title tabular-nums"
          />
        </label>
        <button className="scan-button">番号で探す</button>
        <button type="button" className="scan-button" data-camera hidden>
          カメラで読む
        </button>
      </form>
      <div data-said role="status" className="contents">
        {message ? <Message {...message} /> : null}
      </div>
      {refused ? (
        <Problem refused={refused} shown={shown} to={factoryProcess?.label} />
      ) : problem ? (
        <p role="alert" className="scan-wrong">
          {problem}
        </p>
      ) : null}
      {pin !== null ? (
        <Pin worker={data.workers.find((one) => one.worker_id === pin)!} day={shown.day} />
      ) : null}
      {act && !card && pin === null ? (
        <p className="scan-note">「{ACT_LABEL[act]}」するカードを読み取ってください。</p>
      ) : null}
      {shown.which ? <Which {...shown.which} act={act} /> : null}
      {shown.stocks ? <Shelf view={shown.shelf} /> : null}
      {refused ? null : <Card shown={shown} />}
      {card && act === "finish" && !refused ? <Finish shown={shown} card={card} /> : null}
      {card && act === "pause" && !refused ? <Pause shown={shown} card={card} /> : null}
      <Indirect shown={shown} worker={worker} />
      <Conflicts conflicts={data.conflicts} worker={worker?.name} />
      <nav className="mt-4 flex flex-wrap gap-x-6 text-note">
        <a href="/task/status_code" className="inline-flex min-h-11 items-center text-accent underline">
          工程QRコード一覧
        </a>
        <a href="/s/day" className="inline-flex min-h-11 items-center text-accent underline">
          今日の日報
        </a>
        {shown.stocks ? (
          <a href="/s/?shelf=" className="inline-flex min-h-11 items-center text-accent underline">
            棚の入庫・出庫・数える
          </a>
        ) : null}
      </nav>
    </main>
  );
}
