import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import { carriedLines, LinesTable, smallColumns } from "./LinesTable";
import { addressOff, factRows, isAboveTitle, isSince, LEFT, pagesOf, ROW } from "./measure";
import { AddressBlock, Boxes, DocumentHead, FactRows, IssuerBlock, LeftPart, RunningHead } from "./parts";
import { Qr } from "./Qr";
import { Ruler } from "./Ruler";
import { RateTable, StampRow, SummaryRow, SumTable, TotalBox } from "./sums";

/** A copy (控, 受領書) is the same call with another title. */
export function PaperDocument(doc: PaperDocumentProps) {
  const { pages, row } = pagesOf(doc);
  const carried = carriedLines(pages, doc.amount_column ?? doc.columns.length - 1);
  const small = isSince(5, doc) ? undefined : smallColumns(doc.columns, [...doc.lines, ...carried]);
  return (
    <>
      {pages.map((page) => (
        <section
          key={page.no}
          className={row < ROW ? "sheet paper-dense" : "sheet"}
          aria-label={`${doc.title} ${page.no}/${page.of}`}
        >
          {page.no === 1 ? (
            <FirstPage doc={doc} of={page.of} />
          ) : (
            <RunningHead
              title={doc.title}
              number={doc.number}
              name={doc.addressee.name}
              no={page.no}
              of={page.of}
            />
          )}
          <LinesTable
            columns={doc.columns}
            small={small}
            page={page}
            amount_column={doc.amount_column}
            blank={doc.plain ? 0 : blankRows(page, row)}
          />
          {page.no === page.of && <End doc={doc} />}
          {doc.mark && (
            <div className="paper-mark" aria-hidden="true">
              {doc.mark}
            </div>
          )}
        </section>
      ))}
    </>
  );
}

/** Empty rows fill a single sheet; of several, none stands before 繰越, nor as a long empty tail. */
const blankRows = ({ free, no, of }: { free: number; no: number; of: number }, row: number) =>
  no < of ? 0 : Math.min(Math.floor(free / row), of > 1 ? 3 : Infinity);

const FirstPage = ({ doc, of }: { doc: PaperDocumentProps; of: number }) =>
  doc.own ? (
    <>
      <DocumentHead title={doc.title} parted no={1} of={of} />
      <FactRows rows={factRows(doc)} />
    </>
  ) : (
    <FirstHead doc={doc} of={of} />
  );

function FirstHead({ doc, of }: { doc: PaperDocumentProps; of: number }) {
  const isHigh = isAboveTitle(doc.place);
  const off = addressOff(doc.place);
  const isOlder = !isSince(4, doc);
  const edge = isOlder ? undefined : off.left;
  const head = (
    <DocumentHead title={doc.title} parted={isSince(5, doc)} no={1} of={of} further={doc.further} />
  );
  const opening = (
    <>
      {doc.greeting && <p className={isOlder ? "pl-5" : undefined}>{doc.greeting}</p>}
      {doc.total && <TotalBox {...doc.total} mm={edge === undefined ? undefined : LEFT - edge} />}
    </>
  );
  return (
    <>
      <i className="paper-fold" />
      <i className="paper-fold paper-fold-low" />
      {doc.measured && <Ruler />}
      {isHigh ? null : head}
      <div className="paper-top">
        <LeftPart edge={edge}>
          <AddressBlock {...doc.addressee} off={{ ...off, left: isOlder ? off.left : 0 }} />
          {isHigh ? null : opening}
        </LeftPart>
        <div className="paper-right pb-2">
          <FactRows
            rows={[...(doc.number ? [{ label: "No.", text: doc.number }] : []), ...doc.dates].map((fact) => [
              fact,
            ])}
            className="paper-dates"
          />
          <IssuerBlock {...doc.issuer} />
        </div>
      </div>
      {isHigh ? head : null}
      {isHigh ? <LeftPart edge={edge}>{opening}</LeftPart> : null}
      {doc.summary && <SummaryRow summary={doc.summary} fits={isSince(5, doc)} />}
      {doc.facts && doc.facts.length > 0 && <FactRows rows={factRows(doc)} />}
    </>
  );
}

function End({ doc }: { doc: PaperDocumentProps }) {
  return (
    <>
      <div className="paper-end">
        {doc.code && (
          <div className="text-center">
            <Qr text={doc.code} label={`${doc.title} ${doc.number}の画面のQRコード`} className="label-qr" />
            <div className="text-note">検収・確認</div>
          </div>
        )}
        {doc.rates && <RateTable rates={doc.rates} />}
        {doc.stamps && <StampRow stamps={doc.stamps} />}
        {doc.sums && <SumTable sums={doc.sums} />}
      </div>
      <Boxes doc={doc} />
    </>
  );
}
