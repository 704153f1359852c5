const MOST = 5;

export function Gaps({ numbers }: { numbers: string[] }) {
  if (numbers.length === 0) return null;
  const more = numbers.length > MOST ? `、ほか${numbers.length - MOST}件` : "";
  return (
    <p role="status" className="text-warn">
      <span aria-hidden="true">⚠ </span>
      納品書・請求書の番号に欠番があります: {numbers.slice(0, MOST).join("、")}
      {more}
    </p>
  );
}
