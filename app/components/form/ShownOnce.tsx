import { LinkButton } from "~/components/form/Button";
import { Facts } from "~/components/list/Facts";

/** What is told on this page and never again. */
export function ShownOnce({ facts, note, back }: { facts: { label: string; value: string }[]; note: string; back: string }) {
  return (
    <section className="grid gap-3 rounded border border-line bg-surface p-4">
      <Facts facts={facts.map(({ label, value }) => ({ label, value: <b className="break-all">{value}</b> }))} />
      <p>{note}</p>
      <p><LinkButton href={back}>戻る</LinkButton></p>
    </section>
  );
}
