import { TYPE } from "./measure";
import { setIn } from "./paginate";

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
