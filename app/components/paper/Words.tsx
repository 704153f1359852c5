import { unbroken } from "./paginate";

/** A printed text whose dates are never broken at a line's end. */
export function Words({ text }: { text: string }) {
  return <>{unbroken(text).map((piece, index) => (index % 2 ? <span key={index} className="whitespace-nowrap">{piece}</span> : piece))}</>;
}
