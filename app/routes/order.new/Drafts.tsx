import { Button, LinkButton } from "~/components/form/Button";
import { contentText, type DraftRow } from "~/lib/order/draft.schema";
import { formatDateTime } from "~/lib/time/date";

const MOST = 5;
/** As narrow as its words beside the others; opened, as wide as its rows. */
export const START = "min-w-0 max-w-full";

/** What was typed here before, did not reach the server, and is offered by this browser alone. */
export function LocalDrafts() {
  return (
    <section
      data-drafts
      hidden
      aria-label="この端末の下書き"
      className="rounded border border-warn bg-warn-soft px-4 py-2"
    >
      <ul className="grid gap-2" />
      <template>
        <li className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1" />
          <Button type="button">続きから</Button>
          <Button type="button" tone="plain">
            破棄
          </Button>
          <Button type="button" hidden>
            元に戻す
          </Button>
        </li>
      </template>
    </section>
  );
}

/** What was typed before and not sent, or (`template`) kept to be asked for again and again. */
export function DraftRows({ rows, template }: { rows: DraftRow[]; template?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <details className={`${START} rounded border border-line bg-surface`}>
      <summary className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-1">
        <b className="text-accent">{template ? "ひな形を使う" : "下書きの続きから"}</b>
        <span className="text-note text-muted">{rows.length}件</span>
      </summary>
      <ul className="border-t border-line">
        {rows.slice(0, MOST).map((row) => (
          <li
            key={row.key}
            className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line px-4 py-1 last:border-0"
          >
            {template ? (
              <b>{row.template_name}</b>
            ) : (
              <span className="tabular-nums">{formatDateTime(row.updated_time)}</span>
            )}
            <span className="min-w-0 flex-1 max-desk:basis-full">
              {row.seller_name}・{contentText(row)}
            </span>
            <span className="text-note text-muted">{row.name}</span>
            <LinkButton href={`/order/new?${template ? "template" : "draft"}=${row.key}`}>
              {template ? "使う" : "続きから"}
            </LinkButton>
            {template ? null : (
              <form method="post" action={`/order/draft/${row.key}`}>
                <input type="hidden" name="act" value="delete" />
                <input type="hidden" name="back" value="/order/new" />
                <input type="hidden" name="version" value={row.version} />
                <Button tone="plain">削除</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2">
        <a href={template ? "/order/template" : "/order/draft"}>
          {template ? "ひな形" : "下書き"}をすべて見る（{rows.length}件）
        </a>
      </p>
    </details>
  );
}
