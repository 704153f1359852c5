import { TYPE } from "./measure";
import { setIn } from "./paginate";

/** A printed text, `mm` wide, whose dates and words are never broken at a row's end. */
export function Words({ text, mm }: { text: string; mm: number }) {
  return (
    <>
      {setIn(text, mm, TYPE).map((piece, index) =>
        piece.whole ? (
          <span key={index} className="whitespace-nowrap">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}
