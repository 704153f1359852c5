import { Fragment, type ReactNode } from "react";
import type { Facts, Issuer, PaperAddress, PaperDocumentProps } from "~/lib/vocabulary/paper";
import type { AddressPlace } from "~/lib/vocabulary/print";
import { boxesOf, FACT_WIDTH, NOTE_WIDTH } from "./measure";
import { Words } from "./Words";

/** `parted`: what stands in brackets is small behind it. */
export function DocumentHead({
  title,
  parted,
  no,
  of,
  further,
}: {
  title: string;
  parted?: boolean;
  no: number;
  of: number;
  further?: boolean;
}) {
  const Title = further ? "h2" : "h1";
  const at = parted ? title.search(/[（(]/) : -1;
  return (
    <header className="paper-head">
      <Title className="paper-title font-bold">
        {at > 0 ? title.slice(0, at) : title}
        {at > 0 && <small>{title.slice(at)}</small>}
      </Title>
      {of > 1 && <PageNumber no={no} of={of} />}
    </header>
  );
}

export function RunningHead({
  title,
  number,
  name,
  no,
  of,
}: {
  title: string;
  number?: string;
  name: string;
  no: number;
  of: number;
}) {
  return (
    <header className="paper-running">
      <span className="min-w-0 truncate">{name}</span>
      <strong>{title}</strong>
      {number && <span>No. {number}</span>}
      <PageNumber no={no} of={of} />
    </header>
  );
}

function PageNumber({ no, of }: { no: number; of: number }) {
  return (
    <span className="paper-page">
      {no}/{of}
    </span>
  );
}

/** What stands beside the issuer, from one edge on: that of the address. The policy allows no style here. */
export function LeftPart({ edge, children }: { edge?: number; children: ReactNode }) {
  if (edge === undefined) return <div className="paper-left">{children}</div>;
  return (
    <div className="paper-left flex">
      <svg width={`${edge}mm`} height="1" className="shrink-0" aria-hidden="true" />
      <div className="w-full">{children}</div>
    </div>
  );
}

/** Where a window envelope shows it (R5-6). Empty pictures hold it off. */
export function AddressBlock({
  postal_code,
  address,
  name,
  person,
  off: { left, top },
}: PaperAddress & { off: AddressPlace }) {
  return (
    <div className="flex">
      <svg width={`${left}mm`} height="1" className="shrink-0" aria-hidden="true" />
      <address className="paper-address">
        <svg width="1" height={`${top}mm`} className="block" aria-hidden="true" />
        {postal_code && <div>〒{postal_code}</div>}
        {address?.map((part) => (
          <div key={part}>{part}</div>
        ))}
        <div className="paper-name">{name}</div>
        {person && <div className="paper-name">{person}</div>}
      </address>
    </div>
  );
}

export function IssuerBlock({
  name,
  registration_number,
  postal_code,
  address,
  phone,
  fax,
  person,
  seal,
  logo,
}: Issuer) {
  return (
    <address className="paper-issuer">
      {logo && <img src={logo} alt="" className="paper-logo" />}
      {seal === "box" ? (
        <div className="paper-seal paper-seal-box">印</div>
      ) : (
        seal && <img src={seal} alt="社印" className="paper-seal" />
      )}
      <div className="paper-issuer-name">{name}</div>
      {postal_code && <div>〒{postal_code}</div>}
      {address?.map((part) => (
        <div key={part}>{part}</div>
      ))}
      {(phone || fax) && (
        <div>
          {phone && `TEL ${phone}`}
          {phone && fax && "　"}
          {fax && `FAX ${fax}`}
        </div>
      )}
      {registration_number && <div>登録番号 {registration_number}</div>}
      {person && <div>担当 {person}</div>}
    </address>
  );
}

export function FactRows({ rows, className = "paper-facts" }: { rows: Facts[]; className?: string }) {
  const halves = rows.some((row) => row.length > 1);
  return (
    <table className={className}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]!.label}>
            {row.map((fact) => (
              <Fragment key={fact.label}>
                <th scope="row">{fact.label}</th>
                <td colSpan={halves && row.length === 1 ? 3 : undefined}>
                  <Words text={fact.text} mm={FACT_WIDTH} />
                </td>
              </Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Boxes({ doc }: { doc: PaperDocumentProps }) {
  const { bank, notes, mm } = boxesOf(doc);
  const parts = [
    bank.length > 0 && (
      <Box key="bank" label="お振込先" more={doc.due && `お支払期限 ${doc.due}`} mm={mm}>
        {bank.map((row) => (
          <p key={row}>{row}</p>
        ))}
      </Box>
    ),
    notes.length > 0 && (
      <Box key="notes" label={doc.notes_label ?? "備考"} mm={mm}>
        {notes.map((row, at) => (
          <p key={at}>
            <Words text={row || "　"} mm={mm} />
          </p>
        ))}
      </Box>
    ),
  ];
  return mm < NOTE_WIDTH ? <div className="flex gap-3">{parts}</div> : parts;
}

function Box({
  label,
  more,
  mm,
  children,
}: {
  label: string;
  more?: string;
  mm: number;
  children: ReactNode;
}) {
  return (
    <section className={mm < NOTE_WIDTH ? "paper-box flex-1" : "paper-box"} aria-label={label}>
      <p className="flex justify-between font-bold">
        {label}
        {more && <span>{more}</span>}
      </p>
      {children}
    </section>
  );
}
