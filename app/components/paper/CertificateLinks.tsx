import { LinkButton } from "../form/Button";

/** The way to the 検査成績書 of cards that have one to be read. */
export function CertificateLinks({ cards }: { cards: { key: number; id: string }[] }) {
  if (cards.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-3 print:hidden">
      {cards.map(({ key, id }) => (
        <LinkButton key={key} href={`/task/${key}/certificate`}>
          検査成績書 {id}
        </LinkButton>
      ))}
    </p>
  );
}
