import { searchKey } from "./fold";

export const shortName = (name: string): string =>
  name.replace(/株式会社|有限会社|合同会社|[（(][株有][)）]/g, "").trim() || name;

export function byName<C extends { id: string; name: string }>(companies: C[]): Map<string, C | null> {
  const found = new Map<string, C | null>();
  for (const company of companies) {
    for (const key of new Set([
      searchKey(company.name),
      searchKey(shortName(company.name.normalize("NFKC"))),
    ]))
      found.set(key, found.has(key) ? null : company);
  }
  for (const company of companies) found.set(searchKey(company.id), company);
  return found;
}

export const unnamed = (found: null | undefined): string =>
  found === null
    ? "同じ名前の会社が二つ以上あります。会社のIDを入力してください"
    : "依頼元一覧にありません。会社名を確かめてください";
