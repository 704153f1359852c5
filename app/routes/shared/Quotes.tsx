import { Chip } from "~/components/list/Chip";

/** The way to 見積, and how many wait for an answer; nothing to who may not see prices. */
export function Quotes({ num }: { num: number | null }) {
  if (num === null) return null;
  if (num === 0) return <a href="/setting/product/quote">見積</a>;
  return (
    <a href="/setting/product/quote?open=on">
      <Chip tone="warn">見積依頼 {num}件</Chip>
    </a>
  );
}
