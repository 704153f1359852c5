/**
 * Whether somebody has gone on to a house number: then the address is theirs, and no longer the postal
 * code's.
 */
const hasNumber = (address: string) =>
  /[0-9０-９一二三四五六七八九十]+(丁目|番|号|-|－|ー|−|$|[0-9０-９])/.test(address);

/**
 * 住所 once its postal code's address is known: completed where it is a part of what is typed, put in where
 * only an area (or nothing) stands,
 * and null where another address is typed, which stays.
 */
export function completedAddress(typed: string, found: string): string | null {
  if (typed.startsWith(found)) return typed;
  const local = found.replace(/^(東京都|北海道|(大阪|京都)府|.{2,3}県)/, "");
  const town = local.replace(/^.+?[市区郡](?=.)/, "");
  for (const part of [local, town])
    if (part && typed.startsWith(part)) return found + typed.slice(part.length);
  return hasNumber(typed) ? null : found;
}
