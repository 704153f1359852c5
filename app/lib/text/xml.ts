export type XmlElement = {
  name: string;
  attributes?: Record<string, string>;
  content: string | XmlElement[];
};

/** XML 1.0 can't hold these, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(UNWRITABLE, "").replace(/[&<>"]/g, (char) => ESCAPED[char]!);

function written({ name, attributes = {}, content }: XmlElement, depth: number): string {
  const indent = "  ".repeat(depth);
  const head = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)];
  const inside =
    typeof content === "string"
      ? escaped(content)
      : `\n${content.map((one) => written(one, depth + 1)).join("")}${indent}`;
  return `${indent}<${head.join(" ")}>${inside}</${name}>\n`;
}

export const writeXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, 0)}`;
