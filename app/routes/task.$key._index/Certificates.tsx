import { Empty } from "~/components/list/Empty";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets, SheetsNote } from "~/components/paper/Sheets";
import { certificatePaper } from "~/lib/bi/certificate.paper";
import type { Certificates as Found } from "~/lib/bi/certificate.schema";

type Props = {
  found: Found;
  today: string;
  title: string;
  back: { label: string; href: string };
  own: boolean;
};

/** A sheet for each card that has records. */
export function Certificates({ found, today, title, back, own }: Props) {
  const { cards, is_shared } = found;
  return (
    <Sheets title={title} back={back}>
      {cards.length === 0 ? (
        <>
          <h1 className="sr-only">{title}</h1>
          <Empty
            text="記録がまだないため、検査成績書はありません。記録は、完了のときに入力します。"
            action={back}
          />
        </>
      ) : null}
      {own && cards.length > 0 ? (
        <SheetsNote>
          {is_shared
            ? "依頼元も、この検査成績書を見られます。"
            : "依頼元には見せていません。見せるときは、依頼元一覧の「記録の公開」で切り替えます。"}
        </SheetsNote>
      ) : null}
      {cards.map((card, at) => (
        <PaperDocument key={card.key} {...certificatePaper(card, found, today)} further={at > 0} />
      ))}
    </Sheets>
  );
}
