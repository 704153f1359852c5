/** 四丁目2番1号, 03-3744-2100: each second part of a split. */
const BLOCK =
  /((?:[〇一二三四五六七八九十\d０-９]+(?:丁目|番地?の?|号|[-‐－]))(?:[\d０-９]+(?:番地?の?|号|[-‐－])?)*[)）]?)/;

/** No row ends inside the number of a block, a telephone or a document. */
export const Whole = ({ text }: { text: string }) =>
  text.split(BLOCK).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
