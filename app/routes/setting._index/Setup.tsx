import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import type { setupSteps } from "~/lib/company/setup";
import { Section } from "./Section";

export function Setup({ steps }: { steps: ReturnType<typeof setupSteps> }) {
  const left = steps.filter(({ is_done }) => !is_done);
  if (left.length === 0) return null;
  return (
    <Section title={`はじめに（残り${left.length}件）`}>
      <Facts
        facts={steps.map(({ label, why, href, is_done }) => ({
          label,
          value: is_done ? (
            <Chip tone="good">済み</Chip>
          ) : (
            <>
              <a href={href}>設定する</a>　<span className="text-note text-muted">{why}</span>
            </>
          ),
        }))}
      />
    </Section>
  );
}
