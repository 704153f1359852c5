import { LinkButton } from "~/components/form/Button";

export function Empty({ text, action }: { text: string; action?: { label: string; href: string } }) {
  return (
    <div className="px-4 py-12 text-center text-muted">
      <p>{text}</p>
      {action ? (
        <p className="mt-4">
          <LinkButton href={action.href}>{action.label}</LinkButton>
        </p>
      ) : null}
    </div>
  );
}
