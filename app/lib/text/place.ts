/** 川崎工場 of 川崎工場（神奈川県川崎市…）: the address stands in brackets behind the name. */
export function placeName(text: string): string {
  const at = text.indexOf("（", 1);
  return at < 0 ? text : text.slice(0, at);
}
