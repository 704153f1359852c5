type Part = { text: string; href?: string };

/** What closes a sentence or a bracket around an address does not belong to it. */
const ADDRESS = /https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+/gi;
const PAIRS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

function trimmed(address: string): string {
  const last = address.at(-1)!;
  const opener = PAIRS[last];
  const alone = opener !== undefined && address.split(last).length > address.split(opener).length;
  return alone || /[.,;:!?'"*]/.test(last) ? trimmed(address.slice(0, -1)) : address;
}

export function linkParts(words: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of words.matchAll(ADDRESS)) {
    const text = trimmed(found);
    const host = URL.canParse(text) && new URL(text).hostname;
    if (!host) continue;
    if (index > end) parts.push({ text: words.slice(end, index) });
    parts.push({ text, href: text });
    end = index + text.length;
  }
  if (end < words.length) parts.push({ text: words.slice(end) });
  return parts;
}
