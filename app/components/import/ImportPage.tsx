import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { Chip, type ChipTone } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { type Import, type ImportPageData } from "~/lib/import/import.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDateTime } from "~/lib/time/datetime";
import { ENCODING_LABEL, IMPORT_STATE_LABEL, type ImportState } from "~/lib/vocabulary/import";
import { Faults, Preview } from "./ImportRows";

export const STATE_TONE: Record<ImportState, ChipTone> = {
  reading: "muted",
  checking: "accent",
  checked: "warn",
  saving: "accent",
  saved: "good",
  failed: "bad",
  stopped: "muted",
};

const NOTE = "rounded border border-l-4 px-4 py-3";

export function ImportPage({ of }: { of: Import }) {
  const { page } = useLoaderData<{ page: ImportPageData }>();
  const problem = useActionData<{ problem: string | null }>()?.problem;
  const { state, num_rows, num_wrong } = page;
  const num_good = page.num_new + page.num_changed;
  const unread = page.columns
    .filter((column) => !column.field && column.header)
    .map((column) => column.header);
  const count = (num: number) => `${formatNumber(num)}行`;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-title font-bold">{of.title}</h1>
        <Chip tone={STATE_TONE[state]}>{IMPORT_STATE_LABEL[state]}</Chip>
      </header>
      {problem ? (
        <p role="alert" className={`${NOTE} border-bad bg-bad-soft text-bad`}>
          {problem}
        </p>
      ) : null}
      {state === "failed" ? (
        <p role="alert" className={`${NOTE} border-bad bg-bad-soft text-bad`}>
          何も登録されていません。{page.problem}
        </p>
      ) : null}
      {state === "stopped" ? (
        <p className={`${NOTE} border-line bg-surface`}>この取込はやめました。何も登録されていません。</p>
      ) : null}
      {state === "saved" ? <Saved of={of} page={page} /> : null}
      {state === "checking" || state === "saving" || state === "reading" ? (
        <ImportProgress page={page} />
      ) : null}
      <Facts
        columns={2}
        facts={[
          { label: "ファイル", value: page.file_name },
          { label: "文字コード", value: ENCODING_LABEL[page.encoding] },
          { label: "行数", value: count(num_rows) },
          { label: "取り込む人", value: `${page.person}（${formatDateTime(page.created_time)}）` },
          { label: "新規・変更", value: `新規 ${count(page.num_new)}・変更 ${count(page.num_changed)}` },
          { label: "登録しない行", value: `変更なし ${count(page.num_same)}・誤り ${count(num_wrong)}` },
          unread.length > 0 && { label: "読まない列", value: unread.join("、") },
        ]}
      />
      {state === "checked" && page.before ? (
        <p className={`${NOTE} border-warn bg-warn-soft text-warn`}>
          同じ内容のファイルを {formatDateTime(page.before)}{" "}
          に登録しています。二重に登録しないか確かめてください。
        </p>
      ) : null}
      {state === "checked" && page.noted > 0 ? (
        <p className={`${NOTE} border-warn bg-warn-soft text-warn`}>
          確かめてほしい行が{count(page.noted)}あります（下の表の「確認」の列）。このまま登録もできます。
        </p>
      ) : null}
      {state === "checked" ? (
        <form
          method="post"
          action={`${of.path}/${page.key}`}
          data-plain
          className="flex flex-wrap items-center gap-3"
        >
          {num_wrong === 0 && num_good > 0 ? (
            <Button tone="primary" name="go" value="all">
              {formatNumber(num_good)}
              {of.counter}を全部登録
            </Button>
          ) : null}
          {num_wrong > 0 && num_good > 0 ? (
            <Button name="go" value="good">
              正しい行だけ登録（{formatNumber(num_good)}
              {of.counter}）
            </Button>
          ) : null}
          <Button tone="plain" name="go" value="stop">
            やめる
          </Button>
          {num_wrong > 0 ? (
            <span className="text-muted">直すときは、ファイルを直してもう一度選んでください。</span>
          ) : null}
          {num_good === 0 && num_wrong === 0 ? (
            <span className="text-muted">どの行も、いまの内容と同じです。登録するものはありません。</span>
          ) : null}
        </form>
      ) : null}
      {num_wrong > 0 && state !== "checking" ? <Faults of={of} page={page} /> : null}
      {page.rows.length > 0 ? <Preview of={of} page={page} /> : null}
      <p>
        <LinkButton tone="plain" href={of.path}>
          {state === "checked" ? "ファイルを選び直す" : "ほかのファイルを取り込む"}
        </LinkButton>
      </p>
    </div>
  );
}

function ImportProgress({
  page: { state, num_done, num_rows, num_new, num_changed },
}: {
  page: ImportPageData;
}) {
  const all = state === "saving" ? num_new + num_changed : num_rows;
  return (
    <section
      aria-live="polite"
      className="grid max-w-[720px] gap-2 rounded border border-accent bg-surface p-4"
    >
      <p className="font-bold">
        {IMPORT_STATE_LABEL[state]}です（{formatNumber(num_done)} / {formatNumber(all)}
        行）。この画面は自動で新しくなります。
      </p>
      <progress max={Math.max(1, all)} value={num_done} className="h-2 w-full accent-accent" />
      <p className="text-note text-muted">
        画面を閉じても続きます。
        {state === "saving"
          ? "全部の行がそろって登録されるまで、ほかの画面には出ません。"
          : "まだ何も登録されていません。"}
      </p>
      <form method="post" data-plain>
        <Button tone="plain" name="go" value="stop">
          やめる
        </Button>
      </form>
    </section>
  );
}

function Saved({
  of,
  page: { num_new, num_changed, num_wrong, update_time },
}: {
  of: Import;
  page: ImportPageData;
}) {
  const made = [
    num_new > 0 && `${formatNumber(num_new)}${of.counter}を追加`,
    num_changed > 0 && `${formatNumber(num_changed)}${of.counter}を変更`,
  ]
    .filter(Boolean)
    .join("、");
  return (
    <section className={`${NOTE} grid gap-2 border-good bg-good-soft`}>
      <p className="font-bold text-good">
        {made}しました。（{formatDateTime(update_time)}）
      </p>
      {num_wrong > 0 ? (
        <p>
          誤りのある{formatNumber(num_wrong)}行は登録していません。下のCSVを直して、もう一度取り込めます。
        </p>
      ) : null}
      <p>
        <LinkButton href={of.list}>一覧を開く</LinkButton>
      </p>
    </section>
  );
}
