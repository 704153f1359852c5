import type { AddressLabel } from "~/lib/vocabulary/paper";
export const ADDRESS_PAPERS = { 12: "A4 12面", 24: "A4 24面" } as const;
export type AddressPaper = keyof typeof ADDRESS_PAPERS;

/** The first `skip` places of the first sheet are used up already. */
export function AddressLabels({
  paper,
  labels,
  skip,
}: {
  paper: AddressPaper;
  labels: AddressLabel[];
  skip: number;
}) {
  const places: (AddressLabel | null)[] = [...Array.from({ length: skip }, () => null), ...labels];
  const sheets = Array.from({ length: Math.ceil(places.length / paper) }, (_, index) =>
    places.slice(index * paper, index * paper + paper),
  );
  return (
    <>
      {sheets.map((sheet, index) => (
        <article
          key={index}
          className={paper === 12 ? "sheet labels labels-12" : "sheet labels labels-24"}
          aria-label={`${index + 1}枚目`}
        >
          {sheet.map((label, place) =>
            label ? (
              <address key={label.key} className="label label-address">
                <div className="label-words">
                  {label.postal_code ? <p>〒{label.postal_code}</p> : null}
                  {label.address ? <p>{label.address}</p> : null}
                  <p className="label-title">{label.name}</p>
                  {label.person ? <p className="label-title">{label.person}</p> : null}
                </div>
              </address>
            ) : (
              <div key={`blank${place}`} className="label" />
            ),
          )}
        </article>
      ))}
    </>
  );
}
