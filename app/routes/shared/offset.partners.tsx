import { LinkButton } from "~/components/form/Button";

type Props = { partners: { partner_id: string; partner_name: string }[]; at: string };

/** With whom something can be set off: both bill each other. */
export const OffsetPartners = ({ partners, at }: Props) =>
  partners.length === 0 ? (
    <p className="text-note text-muted">
      互いに請求し合う取引先が登録されていると、ここから相殺を提案できます。ほかの取引先との相殺は、入金登録の方法「相殺」で、書面で合意したものを登録します。
    </p>
  ) : (
    <p className="flex flex-wrap items-center gap-2 print:hidden">
      {partners.map(({ partner_id, partner_name }) => (
        <LinkButton key={partner_id} href={`${at}/new?partner_id=${partner_id}`}>
          {partner_name} に相殺を提案
        </LinkButton>
      ))}
    </p>
  );
