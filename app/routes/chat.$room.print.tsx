import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinesTable } from "~/components/paper/LinesTable";
import { BODY, lineHeight } from "~/components/paper/measure";
import { paginate } from "~/components/paper/paginate";
import { DocumentHead, FactRows, RunningHead } from "~/components/paper/parts";
import { Sheets } from "~/components/paper/Sheets";
import { paperParts, transcriptLine } from "~/lib/chat/transcript";
import { formatDateTime } from "~/lib/time/date";
import { talkOf } from "~/lib/web/chat.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titledOf<{ title: string }>("会話の印刷", ({ title }) => title);

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  const { said, companies, title, only, room } = await talkOf(args);
  return json({
    title,
    room: room.id,
    company: who.company_name,
    of: only?.card ?? null,
    printed: formatDateTime(new Date()),
    lines: said.map((one) => transcriptLine(one, companies)),
  });
}

/** Widths in millimetres: 180 in all. */
const COLUMNS = [
  { label: "日時", mm: 30 },
  { label: "会社・氏名", mm: 38 },
  { label: "内容", mm: 112 },
];
const HEAD = 40;
const RUNNING = 26;

export default function PrintTalk() {
  const { title, room, company, of, printed, lines } = useLoaderData<typeof loader>();
  const rows = lines.flatMap(({ at, company: from, name, words, card, files, marks }) => {
    const whole = [card && `［${card}］`, words, files && `添付：${files}`, marks && `（${marks}）`]
      .filter(Boolean)
      .join("\n");
    return paperParts(whole).map((part, index) => ({
      cells: index === 0 ? [formatDateTime(at), `${from}\n${name}`, part] : ["", "（続き）", part],
    }));
  });
  const pages = paginate(
    rows,
    { first: BODY - HEAD, rest: BODY - RUNNING, end: 0, carry: 0 },
    (row) => lineHeight(row, COLUMNS),
    () => null,
  );
  return (
    <Sheets
      title={title}
      back={{ label: "チャットに戻る", href: `/chat/${room}${of ? `?of=${of}&task=${of}` : ""}` }}
    >
      {pages.map((page) => (
        <section key={page.no} className="sheet" aria-label={`${title} ${page.no}/${page.of}`}>
          {page.no === 1 ? (
            <>
              <DocumentHead title="会話の記録" no={1} of={page.of} />
              <FactRows
                rows={[
                  [{ label: "会話", text: title }],
                  [{ label: "出力", text: `${company}　${printed}　${lines.length}件（直近30日分）` }],
                ]}
              />
            </>
          ) : (
            <RunningHead title="会話の記録" number={room} name={title} no={page.no} of={page.of} />
          )}
          <LinesTable columns={COLUMNS} page={page} blank={0} />
        </section>
      ))}
    </Sheets>
  );
}
