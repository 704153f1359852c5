import encodeQR from "qr";

function dark(rows: boolean[][]): string {
  return rows
    .map((row, y) => {
      let path = "";
      for (let x = 0; x < row.length; x++) {
        const from = x;
        while (row[x]) x++;
        if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`;
      }
      return path;
    })
    .join("");
}

/** Error correction Q; `className` gives it at least 26 mm, so that the code itself has 20. */
export function Qr({ text, label, className }: { text: string; label: string; className?: string }) {
  // Four light modules around it, without which readers do not find a code.
  const rows = encodeQR(text, "raw", { ecc: "quartile", border: 4 });
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={className}
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path d={dark(rows)} />
    </svg>
  );
}
