import { LinkButton } from "~/components/form/Button";
import type { SetupStep } from "~/lib/company/setup";

export function Setup({ steps, is_hidden }: { steps: SetupStep[]; is_hidden: boolean }) {
  const left = steps.filter(({ is_done }) => !is_done);
  if (left.length === 0) return null;
  const title = `はじめに（残り${left.length}件）`;
  if (is_hidden)
    return (
      <p>
        <a href="/setting/start">{title}</a>
      </p>
    );
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 rounded border border-line bg-surface p-4">
      <div className="min-w-0">
        <h2>{title}</h2>
        <p className="text-muted">{left.map(({ label }) => label).join("、")}</p>
      </div>
      <LinkButton href="/setting/start" tone="primary">
        続ける
      </LinkButton>
    </section>
  );
}
