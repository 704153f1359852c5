import { LinkButton } from "~/components/form/Button";

export function Section({
  title,
  edit,
  children,
}: {
  title: string;
  edit?: { href: string; label: string };
  children: React.ReactNode;
}) {
  return (
    <section className="grid gap-2 rounded border border-line bg-surface p-4">
      <header className="flex items-center justify-between gap-4">
        <h2>{title}</h2>
        {edit && <LinkButton href={edit.href}>{edit.label}</LinkButton>}
      </header>
      {children}
    </section>
  );
}
