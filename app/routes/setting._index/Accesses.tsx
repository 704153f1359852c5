import { Timeline } from "~/components/list/Timeline";
import { MODE_LABEL, REASON_LABEL } from "~/lib/auth/acting";
import type { ActingRow } from "~/lib/auth/acting.schema";
import { Section } from "./Section";

export function Accesses({ accesses }: { accesses: ActingRow[] }) {
  return (
    <Section title="運営によるアクセスの記録">
      <p className="text-note text-muted">運営の担当者が、この会社の画面を表示・操作したときの記録です。</p>
      <Timeline
        empty="まだありません。"
        entries={accesses.map((one) => ({
          id: one.key,
          who: one.actor_name,
          when: one.started_time,
          what: `${REASON_LABEL[one.reason]}（${MODE_LABEL[one.mode]}）`,
          note:
            [one.note, ...one.writes.map(({ summary }) => `変更: ${summary}`)].filter(Boolean).join("\n") ||
            undefined,
        }))}
      />
    </Section>
  );
}
