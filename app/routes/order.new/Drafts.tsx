import { Button } from "~/components/form/Button";

/** What was typed here before and not sent: only this browser has it, and offers it. */
export function Drafts() {
  return (
    <section
      data-drafts
      hidden
      aria-label="下書き"
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
