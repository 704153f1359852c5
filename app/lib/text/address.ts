/** Past a house number the address is the person's, no longer the postal code's. */
const hasNumber = (address: string) =>
  /[0-9０-９一二三四五六七八九十]+(丁目|番|号|-|－|ー|−|$|[0-9０-９])/.test(address);

const loose = (address: string) =>
  address
    .normalize("NFKC")
    .replace(/\s|大字|(?<=[市区町村])字/g, "")
    .replace(/[ヶが]/g, "ケ");

/** Within 京都市 streets come between the postal code's parts. */
export function agreesWith(typed: string, found: string): boolean {
  const [said, code] = [loose(typed), loose(found)];
  const local = code.replace(/^(東京都|北海道|(大阪|京都)府|.{2,3}県)/, "");
  const ward = /^京都市..?.?区/.exec(local)?.[0];
  return (
    [code, local].some((one) => said.startsWith(one) || one.startsWith(said)) ||
    Boolean(ward && said.includes(ward))
  );
}

export function completedAddress(typed: string, found: string): string | null {
  if (typed.startsWith(found)) return typed;
  const local = found.replace(/^(東京都|北海道|(大阪|京都)府|.{2,3}県)/, "");
  const town = local.replace(/^.+?[市区郡](?=.)/, "");
  for (const part of [local, town])
    if (part && typed.startsWith(part)) return found + typed.slice(part.length);
  return hasNumber(typed) ? null : found;
}
